import Bookmark from 'lucide-react/icons/bookmark'
import Download from 'lucide-react/icons/download'
import Moon from 'lucide-react/icons/moon'
import { type Ref, useRef } from 'react'
import { downloadName } from '#contracts/common/download-name.ts'
import { isFree } from '#contracts/shop/price.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import type { useAutoplay } from '#web/listening/player/next/next-episode.ts'
import type { useLowBitrateAudio } from '#web/listening/player/playback/low-bitrate-audio.ts'
import { SPEEDS, type useSpeed } from '#web/listening/player/playback/speed.ts'
import type { Episode } from '#web/listening/player/playback/use-source.ts'
import { formatSleep } from '#web/listening/player/sleep/sleep-state.ts'
import type { useSleepTimer } from '#web/listening/player/sleep/use-sleep-timer.ts'

/**
 * Options of the player: playback speed, autoplay of the next episode, low-bitrate audio, and the download link of a free episode. Priced
 * episodes can only be streamed.
 */
export function Options({
  opened: { kind, item, url },
  speed: [speed, setSpeed],
  autoplay,
  light,
  sleep,
  hasChapters,
  onBookmark,
}: {
  opened: Episode
  speed: ReturnType<typeof useSpeed>
  autoplay: ReturnType<typeof useAutoplay>
  light: ReturnType<typeof useLowBitrateAudio>
  sleep: ReturnType<typeof useSleepTimer>
  hasChapters: boolean
  onBookmark: () => void
}) {
  const sleepButton = useRef<HTMLButtonElement>(null)
  return (
    <div className="mt-5 border-white/15 border-t pt-3 [@media(height<30rem)]:mt-2 [@media(height<30rem)]:pt-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label className="inline-flex items-center gap-2 text-base text-haze">
          <span className="max-sm:sr-only">Speed</span>
          <select
            value={speed}
            onChange={(event) => setSpeed(Number(event.target.value))}
            className="speed min-h-11 rounded-control border border-white/30 pr-9 pl-3 font-semibold text-moon tabular-nums hover:border-white/70 [&>option]:text-ink"
          >
            {(SPEEDS.includes(speed) ? SPEEDS : [speed, ...SPEEDS]).map((value) => (
              <option key={value} value={value}>
                {value}×
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          aria-label="Bookmark this moment"
          title="Bookmark this moment"
          onClick={onBookmark}
          className="grid size-11 shrink-0 place-items-center rounded-full text-moon hover:bg-white/10"
        >
          <Bookmark aria-hidden className="size-5" />
        </button>
        <SleepButton ref={sleepButton} sleep={sleep} />
      </div>
      <p role="status" className="sr-only">
        {sleep.told}
      </p>
      {sleep.panel && (
        <sleep.panel.SleepPanel
          timer={sleep.panel.timer}
          state={sleep.state}
          hasChapters={hasChapters}
          recording={kind === 'podcast' ? 'episode' : 'book'}
          onChoose={(description) => {
            sleep.close(description)
            sleepButton.current?.focus()
          }}
        />
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {kind === 'podcast' && <Choice label="Autoplay next episode" isOn={autoplay.enabled} onChange={autoplay.setEnabled} />}
        {light.bytes !== undefined && (
          <Choice
            label="Data saver"
            note={`${formatDownloadSize(light.bytes)} instead of ${formatDownloadSize(item.audioBytes)}`}
            isOn={light.isOn}
            onChange={light.choose}
          />
        )}
        {isFree(item.price) && (
          <a
            href={url}
            download={downloadName(item.title, url)}
            className="inline-flex min-h-11 items-center gap-2 rounded-control pr-1 pl-2 font-semibold text-base text-moon hover:bg-white/10"
          >
            <Download aria-hidden className="size-5" />
            <span>
              Download <span className="font-normal text-haze">({formatDownloadSize(item.audioBytes, item.audioBytes < 1e7 ? 1 : 0)})</span>
            </span>
          </a>
        )}
      </div>
    </div>
  )
}

/** Button of the sleep timer, with the minutes left. */
function SleepButton({ ref, sleep: { state, isOpen, toggle } }: { ref: Ref<HTMLButtonElement>; sleep: ReturnType<typeof useSleepTimer> }) {
  const left = state && !state.stopped ? formatSleep(state) : undefined
  return (
    <button
      ref={ref}
      type="button"
      aria-expanded={isOpen}
      aria-label={left ? `Sleep timer, ${left.spoken}` : 'Sleep timer'}
      onClick={toggle}
      className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-semibold text-base text-moon tabular-nums hover:bg-white/10"
    >
      <Moon aria-hidden className={classNames('size-5', left && 'fill-lamp-2 text-lamp-2')} />
      {left ? left.short : 'Sleep'}
    </button>
  )
}

function Choice({ label, note, isOn, onChange }: { label: string; note?: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-base text-haze">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        // Space key events must not reach the player, where the space bar toggles playback.
        onKeyDown={(event) => event.key === ' ' && event.stopPropagation()}
        className="size-5 shrink-0 accent-lamp-2"
      />
      <span>
        {label}
        {note && <span className="tabular-nums"> ({note})</span>}
      </span>
    </label>
  )
}
