import { ApiError } from '#web/lib/api.ts'
import { sentences } from '#web/lib/sentences.ts'
import { whenToTryAgain } from '#web/lib/when-to-try-again.ts'

/** Why something was not done: beside a field, or for the whole form. `hasCodes` when this browser was sent some. */
export type Refusal = { email?: string; code?: string; notice?: string; hasCodes?: true }

export function refusalOf(error: unknown, now = new Date()): Refusal {
  if (!(error instanceof ApiError)) {
    console.warn(error)
    return { notice: 'That did not get through. Check your connection and try again.' }
  }
  const { problem, retryAfterSeconds } = error
  if (problem.status === 429) {
    const notice = sentences(problem.title, problem.detail, whenToTryAgain(retryAfterSeconds, now))
    return { notice, ...(problem.errors?.some(({ field }) => field === 'code') && { hasCodes: true }) }
  }
  const refusal: Refusal = {}
  for (const { field, message } of problem.errors ?? []) if (field === 'email' || field === 'code') refusal[field] ??= message
  return Object.keys(refusal).length > 0 ? refusal : { notice: 'Something went wrong. Try again in a little while, or write to us.' }
}
