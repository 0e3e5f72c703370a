import { pluralize } from '#web/lib/format/plural.ts'

/** End of a sleep timer: after minutes of sound, at the end of the chapter that plays then, or of the recording. */
export type SleepUntil = 'minutes' | 'chapter' | 'recording'

/** Running sleep timer, with the seconds left. `stopped` is set once the timer has stopped the sound, until the listener plays on. */
export type SleepState = { until: SleepUntil; minutes?: number; left: number; stopped?: true }

/** Returns the time left in whole minutes, as displayed and as read by screen readers, for which the text changes only each minute. */
export function formatSleep({ left }: SleepState): { short: string; spoken: string } {
  const minutes = Math.max(1, Math.ceil(left / 60))
  return { short: `${minutes} min`, spoken: `${pluralize(minutes, 'minute')} left` }
}
