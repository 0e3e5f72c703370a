import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { JsonTranscript } from '#contracts/catalogue/transcript.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { currentIndex } from './current-index.ts'

type Segment = JsonTranscript['segments'][number]
/**
 * Keys that move the focus between transcript lines. Only a single line is a tab stop, since one hour of speech has about a thousand lines.
 */
const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
}

/** Lines of a transcript. The line being spoken is highlighted and scrolled into view, unless the visitor has scrolled away from it. */
export function TranscriptLines({
  segments,
  seconds,
  onJump,
}: {
  segments: Segment[]
  seconds: number
  onJump: (seconds: number) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const starts = useMemo(() => segments.map(({ startTime }) => startTime), [segments])
  const current = currentIndex(starts, seconds)
  const [follows, setFollows] = useState(true)
  const [focused, setFocused] = useState<number>()
  const tabStop = focused ?? Math.max(0, current)

  useEffect(() => {
    if (follows) bringIntoView(list.current, current)
  }, [follows, current])

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (!step || !(event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    const next = step(tabStop, segments.length - 1)
    setFocused(next)
    lineAt(list.current, next)?.querySelector('button')?.focus()
  }

  return (
    <div className="relative pb-4">
      <ol
        ref={list}
        aria-label="Lines of the transcript"
        onKeyDown={onKeyDown}
        // Automatic scrolling to the current line fires this event too. Following then continues, since the line is in view.
        onScroll={() => setFollows(isInSight(list.current, current))}
        onBlur={() => setFocused(undefined)}
        className="relative max-h-[min(24rem,55dvh)] overflow-y-auto overscroll-contain rounded-control bg-white/5 py-2 motion-safe:scroll-smooth"
      >
        {segments.map((segment, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change places.
            key={index}
            segment={segment}
            named={segment.speaker !== segments[index - 1]?.speaker}
            current={index === current}
            tabStop={index === tabStop}
            onJump={onJump}
          />
        ))}
      </ol>
      {!follows && current >= 0 && (
        <Button variant="outline-light" size="small" className="absolute right-4 bottom-7 bg-night" onClick={() => setFollows(true)}>
          Back to the current line
        </Button>
      )}
    </div>
  )
}

const Line = memo(function Line({
  segment: { speaker, startTime, body },
  named,
  current,
  tabStop,
  onJump,
}: {
  segment: Segment
  named: boolean
  current: boolean
  tabStop: boolean
  onJump: (seconds: number) => void
}) {
  return (
    <li>
      {named && speaker && (
        <p dir="auto" className="px-4 pt-3 pb-1 text-haze text-sm">
          {speaker}
        </p>
      )}
      <button
        type="button"
        tabIndex={tabStop ? 0 : -1}
        aria-current={current || undefined}
        onClick={() => onJump(startTime)}
        className={classNames(
          'grid w-full grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 border-transparent border-l-4 px-3 py-1.5 text-left text-base leading-normal hover:bg-white/10 focus-visible:-outline-offset-3',
          current && 'border-lamp-2 bg-white/10',
        )}
      >
        <span className="min-w-[4ch] text-haze text-sm tabular-nums">{formatDuration(Math.floor(startTime))}</span>
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {body}
        </span>
      </button>
    </li>
  )
})

function lineAt(list: HTMLElement | null, index: number): HTMLElement | undefined {
  const line = list?.children[index]
  return line instanceof HTMLElement ? line : undefined
}

/** Scrolls the current line into view without scrolling the surrounding player. */
function bringIntoView(list: HTMLElement | null, index: number) {
  const line = lineAt(list, Math.max(0, index))
  if (list && line) list.scrollTo({ top: line.offsetTop - list.clientHeight / 3 })
}

function isInSight(list: HTMLElement | null, index: number): boolean {
  const line = lineAt(list, Math.max(0, index))
  if (!list || !line) return true
  return line.offsetTop + line.offsetHeight > list.scrollTop && line.offsetTop < list.scrollTop + list.clientHeight
}
