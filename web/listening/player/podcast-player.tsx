import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { formatDuration, parseDuration } from '#contracts/listening/duration.ts'
import { useExclusivePlayback } from '#web/lib/use-exclusive-playback.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { Button } from '#web/ui/button.tsx'
import { ChapterList } from '#web/ui/chapter-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Dock } from './controls/dock.tsx'
import { toCommand } from './controls/keys.ts'
import { NowPlaying } from './controls/now-playing.tsx'
import { Options } from './controls/options.tsx'
import { SeekBar } from './controls/seek-bar.tsx'
import { PlayButton, SkipButton } from './controls/transport.tsx'
import { currentIndex } from './follow/current-index.ts'
import { Transcript } from './follow/transcript.tsx'
import { useChapters } from './follow/use-chapters.ts'
import { hasQueue, loadQueue, useAutoplay, useNextEpisode } from './next/next-episode.ts'
import { describeNext, NextNotice } from './next/next-notice.tsx'
import { createAudioControls, SKIP_BACK_SECONDS, SKIP_FORWARD_SECONDS, useAudioState } from './playback/audio.ts'
import { useCountListening } from './playback/count-listening.ts'
import { useLowBitrateAudio } from './playback/low-bitrate-audio.ts'
import { FAILURE_MESSAGES } from './playback/playback-failure.ts'
import { useSpeed } from './playback/speed.ts'
import { forgetOpenRecording, useStoredRecording } from './playback/stored-recording.ts'
import { findNextTrack, findPreviousTrack } from './playback/tracks.ts'
import { useListeningPlace } from './playback/use-listening-place.ts'
import { useMediaSession } from './playback/use-media-session.ts'
import { type Episode, useSource } from './playback/use-source.ts'
import { useSleepTimer } from './sleep/use-sleep-timer.ts'
import './player.css'

/** CSS classes of the collapsible sections below the player */
const FOLDED = 'mx-5 border-white/15 border-t sm:mx-8'

const loadNextOffer = () => import('./next/next-offer.tsx')

type PlayerProps = {
  opened: Episode
  /** Whether an open document covers the page */
  covered: boolean
  /** Element in the open document's header into which the play button is rendered */
  slot: Element | null
  onClose: () => void
}

/**
 * Plays episodes while the visitor navigates, in an expanded player or one docked at the bottom of the page. All episodes share an audio
 * element, since phones allow automatic playback only for an element that was started by a user gesture.
 */
export function PodcastPlayer(props: PlayerProps) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a transcript is beside the player, where its lines can be chosen. */}
      <audio ref={setAudio} preload="metadata" />
      {audio && <Player audio={audio} {...props} />}
    </>
  )
}

/** Views of the audio element: the expanded player, the docked player, and a play button in the header of an open document. */
function Player({ audio, opened, covered, slot, onClose }: PlayerProps & { audio: HTMLAudioElement }) {
  const { item } = opened
  const state = useAudioState(audio)
  const controls = useMemo(() => createAudioControls(audio), [audio])
  const { large, setLarge, keepFor } = usePlayerSize(opened)
  const speed = useSpeed(audio, opened)
  // Called before `useSource`, which changes the source and resets the position.
  useCountListening(audio, opened)
  const light = useLowBitrateAudio(audio, opened)
  const { renewing, failure, isIdle, retry } = useSource(audio, opened, light.isOn)
  useExclusivePlayback(audio)
  useStoredRecording(audio, opened)
  /** Episode from which the listener skipped to the next one, by a media key, before its end */
  const [skippedFrom, setSkippedFrom] = useState<Episode>()
  const skipped = skippedFrom === opened
  const expand = useRef<HTMLButtonElement>(null)
  const expandedFor = useRef<Episode>(undefined)

  const waiting = renewing || (state.waiting && !failure)
  const playing = state.playing && !failure
  // Prefers the duration measured by the server: browsers estimate the length of some recordings.
  const length = item.durationSeconds || state.length || parseDuration(item.duration)
  const opens = failure !== undefined || isIdle
  const toggle = opens ? retry : controls.toggle
  const chapters = useChapters(item, !isIdle || large)
  const chapter = currentIndex(
    chapters.map(({ start }) => start),
    state.seconds,
  )
  useListeningPlace(audio, opened, { length, chapters })
  const bookmarks = useOnDemand(() => import('./bookmarks/bookmark-list.tsx'))
  const queue = useOnDemand(() => import('./queue/queue-list.tsx'))
  const sleep = useSleepTimer(audio, { controls: { ...controls, play: opens ? retry : controls.play }, length, chapters })
  const next = useNextEpisode(opened, state.ended || skipped)
  const autoplay = useAutoplay(next, { skipped, held: sleep.hasStopped, onStart: keepFor })
  useMediaSession(audio, item, {
    ...controls,
    play: opens ? retry : controls.play,
    stop: close,
    next: () => {
      const start = chapters.length === 0 && hasQueue() ? undefined : findNextTrack(audio.currentTime, { length, chapters })
      if (start === undefined) setSkippedFrom(opened)
      else controls.seek(start)
    },
    previous: () => controls.seek(findPreviousTrack(audio.currentTime, chapters)),
  })

  function close() {
    forgetOpenRecording()
    onClose()
  }

  const leave = useEffectEvent((id: string, requeue: () => void) => {
    if (!audio.ended && skippedFrom?.item.id !== id) requeue()
  })
  // The episode that plays is not in the queue. It returns there if the listener chooses another one before its end.
  useEffect(() => {
    if (!hasQueue()) return
    let requeue = () => {}
    loadQueue().then(
      ({ dequeue }) => {
        requeue = dequeue(item.id)
      },
      () => {},
    )
    return () => leave(item.id, requeue)
  }, [item.id])

  async function bookmark(seconds: number) {
    const loaded = await bookmarks.request()
    loaded?.addSoundBookmark({ recording: item.id, seconds })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const command = toCommand(event.key, (event.target as Element).tagName)
    if (!command) return
    event.preventDefault()
    if (command === 'toggle') toggle()
    else controls.skip(command === 'back' ? -SKIP_BACK_SECONDS : SKIP_FORWARD_SECONDS)
  }

  // Returns the focus to the button that expanded the player: on the page the first time, in the docked player afterwards.
  function focusBack() {
    const { origin } = opened
    const first = expandedFor.current !== opened && origin instanceof HTMLElement && origin.isConnected
    const target = first ? origin : expand.current
    target?.focus({ preventScroll: true })
  }

  const playButton = { playing, waiting, onToggle: toggle }
  const note = failure ? 'Could not be played' : `${formatDuration(Math.floor(state.seconds))} of ${formatDuration(length)}`
  return (
    <>
      <NowPlaying
        open={large}
        opened={opened}
        below={
          <>
            {chapters.length > 0 && (
              <Disclosure title="Chapters" className={FOLDED}>
                <ChapterList formatTime={formatDuration} chapters={chapters} current={chapter} onJump={controls.seek} />
              </Disclosure>
            )}
            <Disclosure title="Bookmarks" className={FOLDED} onToggle={(open) => open && void bookmarks.request()}>
              {bookmarks.module && (
                <bookmarks.module.BookmarkList
                  key={item.id}
                  opened={opened}
                  seconds={state.seconds}
                  length={length}
                  chapters={chapters}
                  onJump={controls.seek}
                />
              )}
            </Disclosure>
            <Disclosure title="Queue" className={FOLDED} onToggle={(open) => open && void queue.request()}>
              {queue.module && <queue.module.QueueList />}
            </Disclosure>
            {item.hasTranscript && <Transcript opened={opened} seconds={state.seconds} onJump={controls.seek} className={FOLDED} />}
          </>
        }
        onClose={() => setLarge(false)}
        onKeyDown={onKeyDown}
        onFocusBack={focusBack}
      >
        <div className="mt-3 [@media(height<30rem)]:mt-0">
          <SeekBar seconds={state.seconds} length={length} chapters={chapters} waiting={waiting} onSeek={controls.seek} />
        </div>
        {failure && (
          <div
            role="alert"
            className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-white/10 py-2 pr-2 pl-4"
          >
            <p className="text-base leading-snug">{FAILURE_MESSAGES[failure]}</p>
            {failure !== 'ended' && (
              <Button variant="outline-light" size="small" onClick={retry}>
                Try again
              </Button>
            )}
          </div>
        )}
        <div className="mt-1 flex items-center justify-center gap-[min(1.5rem,6vw)]">
          <SkipButton direction="back" controls={controls} />
          <PlayButton {...playButton} large />
          <SkipButton direction="forward" controls={controls} />
        </div>
        {next && <LazyPart load={loadNextOffer}>{({ NextOffer }) => <NextOffer key={next.item.id} next={next} />}</LazyPart>}
        <NextNotice next={next} />
        <Options
          opened={opened}
          speed={speed}
          autoplay={autoplay}
          light={light}
          sleep={sleep}
          hasChapters={chapters.length > 1}
          onBookmark={() => void bookmark(audio.currentTime)}
        />
      </NowPlaying>
      {/* A recording of an earlier visit leaves the header to the tools of the book until it is played. */}
      {slot &&
        !isIdle &&
        createPortal(
          <>
            <PlayButton {...playButton} title={item.title} />
            <span className="viewer-skips">
              <SkipButton direction="back" controls={controls} small />
              <SkipButton direction="forward" controls={controls} small />
            </span>
          </>,
          slot,
        )}
      {!large && !covered && (
        <Dock
          item={item}
          note={next && !failure ? describeNext(next) : note}
          progress={length > 0 ? Math.min(1, state.seconds / length) : 0}
          expandRef={expand}
          onExpand={() => {
            expandedFor.current = opened
            setLarge(true)
          }}
          onClose={close}
          onKeyDown={onKeyDown}
        >
          <SkipButton direction="back" controls={controls} className="hidden md:grid" />
          <PlayButton {...playButton} />
          {next && (
            <LazyPart load={loadNextOffer} frame={() => null}>
              {({ NextButton }) => <NextButton key={next.item.id} next={next} onOpen={keepFor} />}
            </LazyPart>
          )}
          <NextNotice next={next} />
          <SkipButton direction="forward" controls={controls} className="hidden md:grid" />
        </Dock>
      )}
    </>
  )
}

/**
 * Manages whether the player is expanded or docked. It expands when an episode is chosen, and docks when the visitor navigates or minimizes
 * it, and when it returns with the next page load. `keepFor` names an episode whose start does not expand a docked player.
 */
function usePlayerSize(opened: Episode) {
  const { pathname } = useLocation()
  const [view, setView] = useState({ opened, pathname, large: !opened.isRestored, keepFor: '' })
  if (view.opened !== opened || view.pathname !== pathname) {
    const keeps = opened.item.id === view.keepFor
    setView({ opened, pathname, large: view.opened !== opened && (!keeps || view.large), keepFor: '' })
  }
  return {
    large: view.large,
    setLarge: (large: boolean) => setView({ ...view, large }),
    keepFor: (episodeId: string) => setView({ ...view, keepFor: episodeId }),
  }
}
