import { type KeyboardEvent, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { formatDuration, parseDuration } from '#contracts/duration.ts'
import { Dock } from './controls/dock.tsx'
import { DownloadLink } from './controls/download-link.tsx'
import { toCommand } from './controls/keys.ts'
import { NowPlaying } from './controls/now-playing.tsx'
import { PlayFailure } from './controls/play-failure.tsx'
import { SeekBar } from './controls/seek-bar.tsx'
import { SpeedSelect } from './controls/speed-select.tsx'
import { PlayButton, SkipButton } from './controls/transport.tsx'
import { usePlayerSize } from './controls/use-player-size.ts'
import type { Episode } from './episode.ts'
import { AutoplayCheckbox } from './next/autoplay-checkbox.tsx'
import { describeNext, NextButton, NextNotice, NextOffer } from './next/next-offer.tsx'
import { useAutoplay } from './next/use-autoplay.ts'
import { useNextEpisode } from './next/use-next-episode.ts'
import { createAudioControls, SKIP_BACK_SECONDS, SKIP_FORWARD_SECONDS } from './playback/audio-controls.ts'
import { useAudioState } from './playback/use-audio-state.ts'
import { useExclusivePlayback } from './playback/use-exclusive-playback.ts'
import { useMediaSession } from './playback/use-media-session.ts'
import { readPosition, useSavePosition } from './playback/use-save-position.ts'
import { useSource } from './playback/use-source.ts'
import { useSpeed } from './playback/use-speed.ts'

/** The views of one audio element: the large player, the dock, and a button in the header of a document that covers both. */
export function Player({
  audio,
  opened,
  covered,
  slot,
  onClose,
}: {
  audio: HTMLAudioElement
  opened: Episode
  covered: boolean
  slot: Element | null
  onClose: () => void
}) {
  const { item } = opened
  const state = useAudioState(audio)
  const controls = useMemo(() => createAudioControls(audio), [audio])
  const { large, setLarge, keepFor } = usePlayerSize(opened)
  const [speed, setSpeed] = useSpeed(audio)
  // Before useSource, so that the position is stored before the source changes.
  useSavePosition(audio, item.id)
  const { status, retry } = useSource(audio, opened, readPosition)
  useExclusivePlayback(audio)
  const next = useNextEpisode(item, state.ended)
  const autoplay = useAutoplay(next, keepFor)
  useMediaSession(audio, item, { ...controls, stop: onClose })
  const expand = useRef<HTMLButtonElement>(null)
  const expandedFor = useRef<Episode>(undefined)

  const failed = status === 'failed'
  const waiting = status === 'renewing' || (state.waiting && !failed)
  const playing = state.playing && !failed
  const length = state.length || parseDuration(item.duration)
  const toggle = failed ? retry : controls.toggle

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const command = toCommand(event.key, (event.target as Element).tagName)
    if (!command) return
    event.preventDefault()
    if (command === 'toggle') toggle()
    else controls.skip(command === 'back' ? -SKIP_BACK_SECONDS : SKIP_FORWARD_SECONDS)
  }

  // To the button that opened it: on the page the first time, in the dock afterwards.
  function focusBack() {
    const { origin } = opened
    const first = expandedFor.current !== opened && origin instanceof HTMLElement && origin.isConnected
    const target = first ? origin : expand.current
    target?.focus({ preventScroll: true })
  }

  const playButton = { playing, waiting, onToggle: toggle }
  const note = failed ? 'Could not be played' : `${formatDuration(Math.floor(state.seconds))} of ${formatDuration(length)}`
  return (
    <>
      <NowPlaying open={large} item={item} onClose={() => setLarge(false)} onKeyDown={onKeyDown} onFocusBack={focusBack}>
        <div className="mt-3 [@media(height<30rem)]:mt-0">
          <SeekBar seconds={state.seconds} length={length} waiting={waiting} onSeek={controls.seek} />
        </div>
        {failed ? (
          <PlayFailure onRetry={retry} />
        ) : (
          <div className="mt-1 flex items-center justify-center gap-[min(1.5rem,6vw)]">
            <SkipButton direction="back" controls={controls} />
            <PlayButton {...playButton} large />
            <SkipButton direction="forward" controls={controls} />
          </div>
        )}
        {next && <NextOffer key={next.item.id} next={next} />}
        <NextNotice next={next} />
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-white/15 border-t pt-3 [@media(height<30rem)]:mt-2 [@media(height<30rem)]:pt-1">
          <SpeedSelect speed={speed} onChoose={setSpeed} />
          <AutoplayCheckbox enabled={autoplay.enabled} onChange={autoplay.setEnabled} />
          <DownloadLink item={item} url={opened.url} />
        </div>
      </NowPlaying>
      {slot && createPortal(<PlayButton {...playButton} title={item.title} />, slot)}
      {!large && !covered && (
        <Dock
          item={item}
          note={next && !failed ? describeNext(next) : note}
          progress={length > 0 ? Math.min(1, state.seconds / length) : 0}
          expandRef={expand}
          onExpand={() => {
            expandedFor.current = opened
            setLarge(true)
          }}
          onClose={onClose}
          onKeyDown={onKeyDown}
        >
          <SkipButton direction="back" controls={controls} className="hidden md:grid" />
          <PlayButton {...playButton} />
          {next && <NextButton key={next.item.id} next={next} onOpen={keepFor} />}
          <NextNotice next={next} />
          <SkipButton direction="forward" controls={controls} className="hidden md:grid" />
        </Dock>
      )}
    </>
  )
}
