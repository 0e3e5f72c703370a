import { EMAIL_CODE_FORMAT, EMAIL_CODE_RULE } from '#contracts/common/email-code.ts'
import { isEmail } from '#contracts/common/email-format.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { type FieldErrors, fieldErrors } from '#web/lib/api/field-errors.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import { joinSentences } from '#web/lib/sentences.ts'

export { cleanCode } from '#contracts/common/pasted-code.ts'

const FIELDS = ['email', 'code', 'password'] as const

/** Error messages of the fields of the email code forms. */
export type CodeErrors = FieldErrors<(typeof FIELDS)[number]>

/** Describes a failed request as error messages of fields, or as a text for the whole form. */
export function describeCodeFailure(error: unknown, now = new Date()): { errors: CodeErrors } | { failure: string } {
  if (!(error instanceof ApiError)) {
    console.warn(error)
    return { failure: 'That did not work. Check your connection and try again.' }
  }
  const { problem, retryAfterSeconds } = error
  if (problem.status === 429) return { failure: joinSentences(problem.title, problem.detail, describeRetryAfter(retryAfterSeconds, now)) }
  const errors = fieldErrors(error, FIELDS)
  return errors ? { errors } : { failure: 'Something went wrong. Try again in a few minutes, or write to us.' }
}

export function checkEmail(email: string): CodeErrors {
  if (isEmail(email)) return {}
  return { email: email ? 'Enter a valid email address.' : 'Enter an email address.' }
}

/** @param code email code without spaces */
export function checkCode(code: string): CodeErrors {
  return EMAIL_CODE_FORMAT.test(code) ? {} : { code: EMAIL_CODE_RULE }
}
