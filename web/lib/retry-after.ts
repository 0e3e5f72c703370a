import { formatTime } from './format/dates.ts'
import { pluralize } from './format/plural.ts'

/** Describes how long to wait before a retry; for long waits also the time of day at which the wait ends. */
export function describeRetryAfter(seconds: number | undefined, now = new Date()): string {
  if (seconds === undefined) return 'Try again in a few minutes.'
  if (seconds <= 90) return `Try again in ${pluralize(Math.ceil(seconds), 'second')}.`
  const time = formatTime(now.getTime() + seconds * 1000)
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `Try again in ${minutes} minutes, at ${time}.` : `Try again in ${Math.ceil(minutes / 60)} hours, at ${time}.`
}
