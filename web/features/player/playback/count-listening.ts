import { useEffect } from 'react'
import type { CountedEvent } from '#contracts/statistics.ts'
import { listen } from '#web/lib/browser-events.ts'
import { countEvent } from '#web/lib/count-event.ts'

/** From one time update to the next; a longer step is a jump. */
const LONGEST_STEP_SECONDS = 5
const FINISHED_RATIO = 0.9
/** How much listening is reported at a time, and how little is not worth a request. */
const REPORT_SECONDS = 300
const MIN_REPORT_SECONDS = 10

/** Works out from the positions of one episode what to report. What was jumped over was not heard. */
export function createListening(report: (event: CountedEvent, seconds?: number) => void) {
  let last: number | undefined
  /** Including what was heard before, when the episode is continued */
  let heard = 0
  let unreported = 0
  let finished = false
  let opened = false

  function flush() {
    const seconds = Math.round(unreported)
    if (seconds < MIN_REPORT_SECONDS) return
    unreported = 0
    report('listened', seconds)
  }

  return {
    /** It sounds. */
    start: () => {
      if (!opened) report('opened')
      opened = true
    },

    /** @param position of playback, and `length` of the recording, in seconds; the length is NaN until it is known */
    advance: (position: number, length: number) => {
      if (last === undefined) heard = position
      const step = position - (last ?? position)
      last = position
      if (step > 0 && step <= LONGEST_STEP_SECONDS) {
        heard += step
        unreported += step
      }
      const end = length * FINISHED_RATIO
      if (!finished && position >= end && heard >= end) {
        finished = true
        report('finished')
      }
      if (unreported >= REPORT_SECONDS) flush()
    },

    /** Reports the rest, if it is worth it. */
    flush,
  }
}

/** Counts that an episode was started, how long it was heard, and that it was heard to the end. */
export function useCountListening(audio: HTMLAudioElement, episode: string): void {
  useEffect(() => {
    const listening = createListening((event, seconds) => countEvent({ kind: 'podcast', id: episode, event, ...(seconds && { seconds }) }))
    const stops = [
      listen(audio, 'playing', listening.start),
      listen(audio, 'timeupdate', () => !audio.seeking && !audio.paused && listening.advance(audio.currentTime, audio.duration)),
      listen(audio, 'ended', listening.flush),
      listen(window, 'pagehide', listening.flush),
      listen(document, 'visibilitychange', () => document.hidden && listening.flush()),
    ]
    return () => {
      listening.flush()
      for (const stop of stops) stop()
    }
  }, [audio, episode])
}
