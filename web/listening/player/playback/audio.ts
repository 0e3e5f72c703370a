import { useEffect, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'

export const SKIP_BACK_SECONDS = 15
export const SKIP_FORWARD_SECONDS = 30

/** Event of the audio element when a person seeks. The browser's events also occur when a recording is loaded or opened again. */
export const SEEK_EVENT = 'personseek'

export type AudioControls = ReturnType<typeof createAudioControls>

/** Creates functions that control the audio element, for buttons, keys and the lock screen. */
export function createAudioControls(audio: HTMLAudioElement) {
  function seek(seconds: number) {
    const end = Number.isFinite(audio.duration) ? audio.duration : Number.POSITIVE_INFINITY
    audio.currentTime = Math.max(0, Math.min(seconds, end))
    // The event is dispatched manually, since without a loaded recording the audio element fires none when its position changes.
    if (audio.readyState === HTMLMediaElement.HAVE_NOTHING) audio.dispatchEvent(new Event('timeupdate'))
    audio.dispatchEvent(new Event(SEEK_EVENT))
  }
  return {
    seek,
    play: () => play(audio),
    pause: () => audio.pause(),
    toggle: () => (audio.paused || audio.ended ? play(audio) : audio.pause()),
    skip: (seconds: number) => seek(audio.currentTime + seconds),
  }
}

/**
 * Starts playback. If the browser requires a user gesture, the play button stays unchanged. Failures are reported by events of the audio
 * element.
 */
export function play(audio: HTMLAudioElement): void {
  audio.play().catch(() => {})
}

type AudioState = { playing: boolean; waiting: boolean; ended: boolean; seconds: number; length: number }

const EVENTS = 'play pause playing waiting timeupdate durationchange loadedmetadata canplay seeking seeked ended emptied error'

/** Returns the state of an audio element; `length` is 0 until the metadata is loaded. */
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
