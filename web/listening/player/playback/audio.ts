import { useEffect, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'

export const SKIP_BACK_SECONDS = 15
export const SKIP_FORWARD_SECONDS = 30

export type AudioControls = ReturnType<typeof createAudioControls>

/** Commands of buttons, keys and the lock screen for the audio element. */
export function createAudioControls(audio: HTMLAudioElement) {
  function seek(seconds: number) {
    const end = Number.isFinite(audio.duration) ? audio.duration : Number.POSITIVE_INFINITY
    audio.currentTime = Math.max(0, Math.min(seconds, end))
    // Without a loaded recording the position changes without an event.
    if (audio.readyState === HTMLMediaElement.HAVE_NOTHING) audio.dispatchEvent(new Event('timeupdate'))
  }
  return {
    seek,
    play: () => play(audio),
    pause: () => audio.pause(),
    toggle: () => (audio.paused || audio.ended ? play(audio) : audio.pause()),
    skip: (seconds: number) => seek(audio.currentTime + seconds),
  }
}

/** Starts playback. Browsers may refuse it without a user gesture, which leaves the play button unchanged. Failures arrive as events. */
export function play(audio: HTMLAudioElement): void {
  audio.play().catch(() => {})
}

type AudioState = { playing: boolean; waiting: boolean; ended: boolean; seconds: number; length: number }

const EVENTS = 'play pause playing waiting timeupdate durationchange loadedmetadata canplay seeking seeked ended emptied error'

/** Returns the element's state; `length` is 0 until its metadata is loaded. */
export function useAudioState(audio: HTMLAudioElement): AudioState {
  const [state, setState] = useState(() => read(audio))

  useEffect(() => {
    const update = () => setState(read(audio))
    update()
    return listen(audio, EVENTS, update)
  }, [audio])

  return state
}

function read(audio: HTMLAudioElement): AudioState {
  const playing = !audio.paused && !audio.ended
  return {
    playing,
    waiting: playing && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    ended: audio.ended,
    seconds: audio.currentTime,
    length: Number.isFinite(audio.duration) ? audio.duration : 0,
  }
}

/** Pauses playback in other tabs when it starts in this tab. */
export function useExclusivePlayback(audio: HTMLAudioElement) {
  useEffect(() => {
    const channel = openChannel()
    if (!channel) return
    channel.onmessage = () => audio.pause()
    const stop = listen(audio, 'play', () => channel.postMessage(null))
    return () => {
      stop()
      channel.close()
    }
  }, [audio])
}

/** Opens the channel. Some browsers refuse it where storage is forbidden; tabs then play at the same time. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('playback')
  } catch {
    return undefined
  }
}
