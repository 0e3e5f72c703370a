import { useEffect, useState } from 'react'

export type AudioState = { playing: boolean; waiting: boolean; ended: boolean; seconds: number; length: number }

const EVENTS =
  'play pause playing waiting timeupdate durationchange loadedmetadata canplay seeking seeked ended emptied error' satisfies string

/** The element's state; `length` is 0 until its metadata is loaded. */
export function useAudioState(audio: HTMLAudioElement): AudioState {
  const [state, setState] = useState(() => read(audio))

  useEffect(() => {
    const update = () => setState(read(audio))
    const events = EVENTS.split(' ')
    for (const name of events) audio.addEventListener(name, update)
    update()
    return () => {
      for (const name of events) audio.removeEventListener(name, update)
    }
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
