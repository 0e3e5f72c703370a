import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { classNames } from '#web/lib/class-names.ts'
import { type AudioControls, SKIP_BACK_SECONDS, SKIP_FORWARD_SECONDS } from '#web/listening/player/playback/audio.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** Play and pause button, with a spinner while loading. Outside the player `title` names the episode, and the colors are muted. */
export function PlayButton({
  playing,
  waiting,
  large = false,
  title,
  onToggle,
}: {
  playing: boolean
  waiting: boolean
  large?: boolean
  title?: string
  onToggle: () => void
}) {
  const Icon = playing ? Pause : Play
  const command = playing ? 'Pause' : 'Play'
  return (
    <button
      type="button"
      aria-label={title ? `${command} ${title}` : command}
      title={title && `${command} ${title}`}
      onClick={onToggle}
      className={classNames(
        'relative grid shrink-0 place-items-center rounded-full transition-colors duration-150',
        title ? 'text-lamp-2 hover:bg-white/10' : 'bg-lamp-2 text-[#231a08] hover:bg-lamp-hover active:bg-lamp-active',
        large ? 'size-[min(4.5rem,22.5vw)]' : 'size-[min(2.75rem,14vw)]',
      )}
    >
      <Icon
        aria-hidden
        className={classNames('fill-current stroke-[1.5]', large ? 'size-8' : 'size-5', !playing && 'transform-[translateX(6%)]')}
      />
      {waiting && (
        <Spinner
          className={classNames('absolute text-moon', large ? '-inset-2 size-[calc(min(4.5rem,22.5vw)+1rem)]' : '-inset-1 size-13')}
        />
      )}
    </button>
  )
}

/** Button that skips fifteen seconds back or thirty forward; `small` in the header of an open book. */
export function SkipButton({
  direction,
  controls,
  small = false,
  className,
}: {
  direction: 'back' | 'forward'
  controls: AudioControls
  small?: boolean
  className?: string
}) {
  const [Icon, seconds, label] =
    direction === 'back' ? ([RotateCcw, SKIP_BACK_SECONDS, 'Back'] as const) : ([RotateCw, SKIP_FORWARD_SECONDS, 'Forward'] as const)
  return (
    <button
      type="button"
      aria-label={`${label} ${seconds} seconds`}
      title={`${label} ${seconds} seconds`}
      onClick={() => controls.skip(direction === 'back' ? -seconds : seconds)}
      className={classNames(
        'relative grid shrink-0 place-items-center rounded-full text-moon hover:bg-white/10',
        small ? 'size-11' : 'size-[min(3.5rem,17.5vw)]',
        className,
      )}
    >
      <Icon aria-hidden className={classNames('stroke-[1.25]', small ? 'size-8' : 'size-[min(2.5rem,12.5vw)]')} />
      <span
        aria-hidden
        className={classNames('absolute pt-0.5 font-semibold tabular-nums leading-none', small ? 'text-[0.625rem]' : 'text-xs')}
      >
        {seconds}
      </span>
    </button>
  )
}
