import { EMAIL_FORMAT } from '#contracts/contact-form.ts'
import { EMAIL_CODE_FORMAT, EMAIL_CODE_RULE } from '#contracts/email-code.ts'
import type { CodeErrors } from './code-errors.ts'

export function checkEmail(email: string): CodeErrors {
  if (EMAIL_FORMAT.test(email)) return {}
  return { email: email ? 'Enter a valid e-mail address.' : 'Enter an e-mail address.' }
}

/** @param code without spaces */
export function checkCode(code: string): CodeErrors {
  return EMAIL_CODE_FORMAT.test(code) ? {} : { code: EMAIL_CODE_RULE }
}
