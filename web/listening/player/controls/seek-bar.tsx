import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { listen } from '#web/lib/browser-events.ts'
import { pluralize } from '#web/lib/format/plural.ts'

const KEY_STEPS: Record<string, number> = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, PageDown: -60, PageUp: 60 }

/** Slider for the playback position. Dragging seeks only on release, so that audio at intermediate positions is not fetched. */
export function SeekBar({
  seconds,
  length,
  chapters,
  waiting,
  onSeek,
}: {
  seconds: number
  length: number
  /** Chapters marked on the seek bar */
  chapters: Chapter[]
  waiting: boolean
  onSeek: (seconds: number) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<number>()
  /** Position announced by screen readers while the slider is focused. They would otherwise announce the playback position every second. */
  const [spoken, setSpoken] = useState<number>()
  const at = Math.min(dragged ?? seconds, length)
  // At the end, the fraction of the last second is rounded like the length, so that no second remains.
  const second = at < length ? Math.floor(at) : Math.round(length)

  function seek(to: number) {
    onSeek(to)
    if (document.activeElement === input.current) setSpoken(to)
  }
  const commit = useEffectEvent(() => {
    if (input.current) seek(Number(input.current.value))
    setDragged(undefined)
  })
  // A native listener is used, since React's onChange fires on every movement, whereas the native change event fires once on release.
  useEffect(() => (input.current ? listen(input.current, 'change', () => commit()) : undefined), [])

  function onKeyDown(event: KeyboardEvent) {
    const step = KEY_STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    seek(Math.max(0, Math.min(at + step, length)))
  }

  return (
    <div>
      <input
        ref={input}
        type="range"
        className="seek"
        aria-label="Seek"
        aria-valuetext={`${formatSpokenTime(dragged ?? spoken ?? at)} of ${formatSpokenTime(length)}`}
        min={0}
        max={length}
        step="any"
        value={at}
        onChange={(event) => setDragged(Number(event.target.value))}
        onKeyDown={onKeyDown}
        onFocus={() => setSpoken(at)}
        onBlur={() => setSpoken(undefined)}
        style={{ '--done': `${length > 0 ? (at / length) * 100 : 0}%`, '--gaps': drawGaps(chapters, length) } as CSSProperties}
      />
      <p className="-mt-2 flex justify-between text-sm text-haze tabular-nums">
        <span>
          <span className="sr-only">Elapsed </span>
          {formatDuration(second)}
        </span>
        <span role="status">{waiting && 'Loading'}</span>
        <span>
          <span className="sr-only">Remaining </span>
          <span aria-hidden>−</span>
          {formatDuration(Math.round(length) - second)}
        </span>
      </p>
    </div>
  )
}

/** Returns CSS background layers that mark the chapter starts as gaps; undefined without chapters. */
export function drawGaps(chapters: Chapter[], length: number): string | undefined {
  const starts = chapters.map(({ start }) => start).filter((start) => start > 0 && start < length)
  const layers = starts.map(
    (start) => `linear-gradient(var(--color-night) 0 0) ${((start / length) * 100).toFixed(2)}% center / 2px 9px no-repeat`,
  )
  return layers.length > 0 ? layers.join(', ') : undefined
}

/** Formats seconds in words for screen readers: “1 minute 5 seconds”. */
export function formatSpokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = { hour: Math.floor(whole / 3600), minute: Math.floor((whole % 3600) / 60), second: whole % 60 }
  const spoken = Object.entries(parts).flatMap(([unit, count]) => (count > 0 ? [pluralize(count, unit)] : []))
  return spoken.join(' ') || '0 seconds'
}
