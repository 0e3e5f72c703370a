/** Says how long to wait; for longer waits also until what time of day. */
export function describeRetryAfter(seconds: number | undefined, now = new Date()): string {
  if (seconds === undefined) return 'Try again in a few minutes.'
  if (seconds <= 90) return `Try again in ${Math.ceil(seconds)} ${Math.ceil(seconds) === 1 ? 'second' : 'seconds'}.`
  const time = new Date(now.getTime() + seconds * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `Try again in ${minutes} minutes, at ${time}.` : `Try again in ${Math.ceil(minutes / 60)} hours, at ${time}.`
}
