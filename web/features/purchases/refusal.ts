import { ApiError } from '#web/lib/api.ts'

/** Why something was not done: beside a field, or for the whole form. Who asked too often has a code already. */
export type Refusal = { email?: string; code?: string; notice?: string; tooOften?: true }

export function refusalOf(error: unknown, now = new Date()): Refusal {
  if (!(error instanceof ApiError)) {
    console.warn(error)
    return { notice: 'That did not get through. Check your connection and try again.' }
  }
  const { problem, retryAfterSeconds } = error
  if (problem.status === 429) return { notice: `That was tried too often. ${tryAgain(retryAfterSeconds, now)}`, tooOften: true }
  const refusal: Refusal = {}
  for (const { field, message } of problem.errors ?? []) if (field === 'email' || field === 'code') refusal[field] ??= message
  return Object.keys(refusal).length > 0 ? refusal : { notice: 'Something went wrong. Try again in a little while, or write to us.' }
}

function tryAgain(seconds: number | undefined, now: Date) {
  if (seconds === undefined) return 'Try again in a few minutes.'
  if (seconds <= 90) return `Try again in ${Math.ceil(seconds)} ${Math.ceil(seconds) === 1 ? 'second' : 'seconds'}.`
  const time = new Date(now.getTime() + seconds * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `Try again in ${Math.ceil(seconds / 60)} minutes, at ${time}.`
}
