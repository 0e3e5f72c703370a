import { classNames } from '#web/lib/class-names.ts'

/**
 * List of an episode's chapters. Each entry jumps to the start of a chapter; the current chapter is marked. The text color depends on the
 * background.
 */
export function ChapterList({
  chapters,
  formatTime,
  current = -1,
  disabled,
  onJump,
}: {
  chapters: { start: number; title: string }[]
  /** Formats a playback time given in seconds */
  formatTime: (seconds: number) => string
  /** Index of the chapter that is playing */
  current?: number
  disabled?: boolean
  onJump: (seconds: number) => void
}) {
  return (
    <ol className="-mx-3 pb-3">
      {chapters.map(({ start, title }, index) => (
        <li key={start}>
          <button
            type="button"
            disabled={disabled}
            aria-current={index === current || undefined}
            onClick={() => onJump(start)}
            className={classNames(
              'grid min-h-11 w-full grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 rounded-control px-3 py-2 text-left text-base leading-snug disabled:cursor-progress',
              'hover:bg-paper-2 in-[.on-dark]:hover:bg-white/10',
              index === current && 'bg-paper-2 font-semibold in-[.on-dark]:bg-white/10',
            )}
          >
            <span className="min-w-[4ch] text-soft tabular-nums in-[.on-dark]:text-lamp-2">{formatTime(start)}</span>
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {title}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
