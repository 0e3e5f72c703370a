import { useEffect } from 'react'
import type { CountedEvent } from '#contracts/admin/statistics.ts'
import { productKind } from '#web/lib/access/item-access.ts'
import { listen } from '#web/lib/browser-events.ts'
import { countEvent } from '#web/lib/count-event.ts'
import type { Episode } from './use-source.ts'

/** Maximum difference between two playback positions; a larger difference counts as a seek. */
const LONGEST_STEP_SECONDS = 5
const FINISHED_RATIO = 0.9
/** Seconds of listening per report, and minimum number of seconds that are worth a request. */
const REPORT_SECONDS = 300
const MIN_REPORT_SECONDS = 10

/** Derives usage events of an episode from its playback positions. Skipped parts do not count as played. */
export function createListening(report: (event: CountedEvent, seconds?: number) => void) {
  let last: number | undefined
  /** Seconds played, including the part before the resume position */
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
    /** Called when playback starts. */
    start: () => {
      if (!opened) report('opened')
      opened = true
    },

    /**
     * @param position playback position in seconds
     * @param length length of the recording in seconds; NaN while unknown
     */
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

    /** Reports the seconds of listening not reported yet, unless they are below the minimum. */
    flush,
  }
}

/** Reports that an episode was started, for how long it was played, and that it was completed. */
export function useCountListening(audio: HTMLAudioElement, { kind: opened, item: { id } }: Episode): void {
  const kind = productKind(opened)
  useEffect(() => {
    const listening = createListening((event, seconds) => countEvent({ kind, id, event, ...(seconds && { seconds }) }))
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
  }, [audio, kind, id])
}
