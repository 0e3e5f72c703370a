import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#web/lib/format/bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { type Estimate, estimate, formatTimeLeft, type Progress } from './progress.ts'

/** Progress of an upload in bytes, with speed, remaining time and a cancel button. */
export function UploadStatus({
  progress,
  waiting = false,
  saving,
  onCancel,
}: {
  progress: Progress
  /** Whether the connection is lost */
  waiting?: boolean
  /** Whether the form is being saved and can't be edited */
  saving: boolean
  onCancel: () => void
}) {
  const now = useNow(500)
  const box = useRef<HTMLElement>(null)
  const estimated = estimate(progress, now)
  const shown = waiting ? { ...estimated, stalled: true } : estimated
  const percent = Math.floor(shown.fraction * 100)

  // The status is focused, since the pressed button is disabled and loses focus.
  useEffect(() => {
    if (saving) box.current?.focus()
  }, [saving])

  return (
    <section ref={box} tabIndex={-1} aria-label="Upload" className="border border-rule bg-white px-4 py-4 text-base outline-none">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <p className="font-semibold">{headline(shown, percent, saving)}</p>
        <p className="text-sm text-soft">{progress.total > 0 && `${formatBytes(progress.sent)} of ${formatBytes(progress.total)}`}</p>
      </div>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="mt-2 h-2 overflow-hidden rounded-full bg-paper-2"
      >
        <div
          className={`h-full origin-left bg-lamp transition-transform duration-300 ${shown.sentAll ? 'animate-pulse' : ''}`}
          style={{ transform: `scaleX(${shown.fraction})` }}
        />
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-soft tabular-nums">{details(shown)}</p>
        <Button variant="outline" size="small" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
      <p role="status" className="sr-only">
        {announcement(shown, percent, saving)}
      </p>
    </section>
  )
}

function headline({ sentAll, stalled }: Estimate, percent: number, saving: boolean) {
  if (sentAll) return saving ? 'Upload complete. Checking and saving…' : 'Upload complete. Checking…'
  return stalled ? `Waiting for the connection… ${percent}%` : `Uploading… ${percent}%`
}

function details({ bytesPerSecond, secondsLeft, sentAll, stalled }: Estimate) {
  if (sentAll || stalled || bytesPerSecond === undefined || secondsLeft === undefined) return ''
  return `${formatBytes(bytesPerSecond)} a second · ${formatTimeLeft(secondsLeft)}`
}

/** Returns the upload status for screen readers, which changes every quarter of the upload rather than every percent. */
function announcement(shown: Estimate, percent: number, saving: boolean) {
  if (shown.sentAll || shown.stalled) return headline(shown, percent, saving)
  return `Uploading, ${percent - (percent % 25)} percent`
}

function useNow(everyMs: number) {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
