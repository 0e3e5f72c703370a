import { useEffect } from 'react'
import type { CountedEvent } from '#contracts/admin/statistics.ts'
import { listen } from '#web/lib/browser-events.ts'
import { countEvent } from '#web/lib/count-event.ts'

/** Longest step between two time updates; a longer step is a jump. */
const LONGEST_STEP_SECONDS = 5
const FINISHED_RATIO = 0.9
/** Seconds of listening per report, and the minimum for a report, below which a request is not worthwhile. */
const REPORT_SECONDS = 300
const MIN_REPORT_SECONDS = 10

/** Derives the events to report from the playback positions of an episode. Skipped parts do not count. */
export function createListening(report: (event: CountedEvent, seconds?: number) => void) {
  let last: number | undefined
  /** Includes the part before the starting position when the episode is continued */
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
    /** Playback started. */
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

    /** Reports the remaining seconds, unless they are below the minimum. */
    flush,
  }
}

/** Counts that an episode was started, how long it was played, and that it was played to the end. */
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
