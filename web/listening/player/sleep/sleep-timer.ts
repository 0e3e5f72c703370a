import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { listen } from '#web/lib/browser-events.ts'
import type { createStore } from '#web/lib/store.ts'
import { toast } from '#web/lib/toast.ts'
import type { AudioControls } from '#web/listening/player/playback/audio.ts'
import type { SleepState, SleepUntil } from './sleep-state.ts'

export const MORE_MINUTES = 5
/** Last seconds of a timer, in which more minutes are offered. A timer of minutes fades out; the last words of a chapter stay audible. */
const LAST_SECONDS = 20
/** Time after the pause during which the sound that is already with the device would be heard at full volume */
const RESTORE_MS = 300
/** Longest time between two events of a recording that plays. A longer one, such as without a connection, was silent and doesn't count. */
const LONGEST_STEP_SECONDS = 2
/** Time for which the offer of more minutes stays after the sound has stopped */
const OFFER_MS = 90_000
const OFFER = 'sleep'
/** Difference between a position that was set and the one that browsers report, by which a chapter would end where it begins */
const TOLERANCE_SECONDS = 0.5

export type SleepTimer = ReturnType<typeof createSleepTimer>

/**
 * Creates a timer that fades out and pauses a recording. Minutes are those of sound: they stand still while the recording is paused, and go
 * on with the next recording. Ends of chapters are positions, so that speed and seeking change nothing.
 */
export function createSleepTimer(
  audio: HTMLAudioElement,
  {
    state,
    controls,
    recording,
  }: {
    state: ReturnType<typeof createStore<SleepState | undefined>>
    controls: Pick<AudioControls, 'seek' | 'play'>
    recording: () => { length: number; chapters: readonly Chapter[] }
  },
) {
  let until: SleepUntil | undefined
  let minutes: number | undefined
  /** Seconds left */
  let left = 0
  /** Second at which the chapter ends; undefined in the last one, whose end is that of the recording */
  let end: number | undefined
  let tickedAt: number | undefined
  /** Last seconds of the timer: where they began, and the volume there */
  let last: { from: number | undefined; volume: number } | undefined
  let restore: { volume: number; timer: ReturnType<typeof setTimeout> } | undefined
  let due: ReturnType<typeof setTimeout> | undefined

  function findEnd(): void {
    end = until === 'chapter' ? recording().chapters.find(({ start }) => start > audio.currentTime + TOLERANCE_SECONDS)?.start : undefined
  }

  function measure(): void {
    const now = Date.now()
    if (until === 'minutes') left -= Math.min((now - (tickedAt ?? now)) / 1000, LONGEST_STEP_SECONDS)
    else left = Math.max(0, (end ?? recording().length) - audio.currentTime) / audio.playbackRate
    tickedAt = now
  }

  function tick(): void {
    clearTimeout(due)
    if (!until || audio.seeking) return
    if (audio.paused) {
      tickedAt = undefined
      return
    }
    measure()
    // The end of a recording is known by its event, since the length is an estimate.
    if (until === 'minutes' || end !== undefined) {
      if (left <= 0) {
        stop(until)
        return
      }
      if (left <= LAST_SECONDS) enterLastSeconds(until)
      else leaveLastSeconds()
      // The browser reports the position only four times a second, which is most of a second of sound at triple speed.
      if (left < 1) due = setTimeout(tick, left * 1000)
    }
    publish()
  }

  function publish(): void {
    const shown = state.get()
    if (until && (shown?.until !== until || shown.stopped || Math.ceil(left) !== shown.left))
      state.set({ until, left: Math.ceil(left), ...(minutes !== undefined && { minutes }) })
  }

  function enterLastSeconds(by: SleepUntil): void {
    if (!last) {
      last = { from: audio.currentTime, volume: audio.volume }
      offerMore(by === 'minutes' ? 'The sound is fading out.' : 'The sound stops at the end of the chapter.')
    }
    // Loudness is perceived by about the square root of the volume. Safari on phones ignores the volume.
    if (by === 'minutes') audio.volume = last.volume * Math.min(1, left / LAST_SECONDS) ** 2
  }

  function leaveLastSeconds(): void {
    if (!last) return
    audio.volume = last.volume
    last = undefined
    toast.remove(OFFER)
  }

  function stop(by: SleepUntil): void {
    // After minutes, the recording resumes where it was last heard at full volume.
    const to = by === 'minutes' ? last?.from : end
    const { volume } = last ?? audio
    last = undefined
    audio.pause()
    finish(by)
    restore = { volume, timer: setTimeout(restoreVolume, RESTORE_MS) }
    if (to !== undefined) controls.seek(to)
    offerMore('The sleep timer has stopped the sound.')
  }

  function restoreVolume(): void {
    if (!restore) return
    clearTimeout(restore.timer)
    audio.volume = restore.volume
    restore = undefined
  }

  function finish(by: SleepUntil): void {
    clear()
    state.set({ until: by, left: 0, stopped: true })
  }

  function clear(): void {
    clearTimeout(due)
    restoreVolume()
    leaveLastSeconds()
    until = undefined
    minutes = undefined
    tickedAt = undefined
  }

  function offerMore(message: string): void {
    toast(message, { id: OFFER, duration: OFFER_MS, label: 'Five more minutes', undo: extend })
  }

  function start(next: SleepUntil, length?: number): void {
    clear()
    toast.remove(OFFER)
    until = next
    minutes = length
    left = (length ?? 0) * 60
    findEnd()
    measure()
    publish()
  }

  /** Plays five minutes from now, also after the timer has stopped the sound. */
  function extend(): void {
    start('minutes', MORE_MINUTES)
    if (audio.paused) controls.play()
  }

  function cancel(): void {
    clear()
    toast.remove(OFFER)
    state.set(undefined)
  }

  const stops = [
    listen(audio, 'timeupdate', tick),
    listen(audio, 'seeked loadedmetadata', () => {
      findEnd()
      tick()
    }),
    listen(audio, 'play', () => {
      tickedAt = undefined
      restoreVolume()
      if (state.get()?.stopped) cancel()
    }),
    listen(audio, 'pause', () => {
      tick()
      if (last) audio.volume = last.volume
    }),
    listen(audio, 'ended', () => {
      if (until === 'recording' || (until === 'chapter' && end === undefined)) finish(until)
    }),
    // Last seconds that began in another recording have no position in this one.
    listen(audio, 'emptied', () => {
      if (last) last.from = undefined
    }),
  ]

  return {
    start,
    extend,
    cancel,
    /** Called when the chapters of the recording are known. */
    update: findEnd,
    close(): void {
      cancel()
      for (const remove of stops) remove()
    },
  }
}
