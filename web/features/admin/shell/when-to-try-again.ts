/** A sentence for someone who tried too often: how long to wait, and for longer waits the time of day. */
export function whenToTryAgain(seconds: number | undefined, now: Date): string {
  const start = 'Too many attempts to sign in.'
  if (seconds === undefined) return `${start} Please try again in a few minutes.`
  if (seconds <= 90) return `${start} Please try again in ${Math.ceil(seconds)} ${Math.ceil(seconds) === 1 ? 'second' : 'seconds'}.`
  const time = new Date(now.getTime() + seconds * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `${start} Please try again in ${Math.ceil(seconds / 60)} minutes, at ${time}.`
}
