import { EMAIL_CODE_FORMAT, EMAIL_CODE_RULE } from '#contracts/common/email-code.ts'
import { isEmail } from '#contracts/common/email-format.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import { joinSentences } from '#web/lib/sentences.ts'

const FIELDS = ['email', 'code', 'password'] as const

/** Error messages of the email code forms: for a field, or `notice` for the whole form. */
export type CodeErrors = { [Field in (typeof FIELDS)[number]]?: string } & { notice?: string }

export function toCodeErrors(error: unknown, now = new Date()): CodeErrors {
  if (!(error instanceof ApiError)) {
    console.warn(error)
    return { notice: 'That did not work. Check your connection and try again.' }
  }
  const { problem, retryAfterSeconds } = error
  if (problem.status === 429) return { notice: joinSentences(problem.title, problem.detail, describeRetryAfter(retryAfterSeconds, now)) }
  const errors: CodeErrors = {}
  for (const field of FIELDS) {
    const message = problem.errors?.find((error) => error.field === field)?.message
    if (message !== undefined) errors[field] = message
  }
  return Object.keys(errors).length > 0 ? errors : { notice: 'Something went wrong. Try again in a few minutes, or write to us.' }
}

export function checkEmail(email: string): CodeErrors {
  if (isEmail(email)) return {}
  return { email: email ? 'Enter a valid email address.' : 'Enter an email address.' }
}

/** @param code without spaces */
export function checkCode(code: string): CodeErrors {
  return EMAIL_CODE_FORMAT.test(code) ? {} : { code: EMAIL_CODE_RULE }
}
