import { ApiError } from '#web/lib/api/api.ts'
import { whenToTryAgain } from '#web/lib/retry-after.ts'
import { sentences } from '#web/lib/sentences.ts'

const FIELDS = ['email', 'code', 'password'] as const

/** Why a code was not sent, or what was done with it was not: beside a field, or for the whole form. */
export type CodeRefusal = { [Field in (typeof FIELDS)[number]]?: string } & { notice?: string }

export function codeRefusal(error: unknown, now = new Date()): CodeRefusal {
  if (!(error instanceof ApiError)) {
    console.warn(error)
    return { notice: 'That did not get through. Check your connection and try again.' }
  }
  const { problem, retryAfterSeconds } = error
  if (problem.status === 429) return { notice: sentences(problem.title, problem.detail, whenToTryAgain(retryAfterSeconds, now)) }
  const refusal: CodeRefusal = {}
  for (const field of FIELDS) {
    const message = problem.errors?.find((found) => found.field === field)?.message
    if (message !== undefined) refusal[field] = message
  }
  return Object.keys(refusal).length > 0 ? refusal : { notice: 'Something went wrong. Try again in a little while, or write to us.' }
}
