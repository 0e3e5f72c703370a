import { z } from 'zod'
import { EMAIL_CODE_FORMAT, EMAIL_CODE_RULE } from './email-code.ts'
import { EMAIL_FORMAT, EMAIL_LENGTH, storedEmail } from './email-format.ts'
import { cleanCode } from './pasted-code.ts'

export const email = z
  .string({ error: 'Enter an email address.' })
  .overwrite(storedEmail)
  .min(1, 'Enter an email address.')
  .max(EMAIL_LENGTH, `Enter at most ${EMAIL_LENGTH} characters.`)
  .pipe(z.email({ pattern: EMAIL_FORMAT, error: 'Enter a valid email address.' }))

/** A code received by email. Spaces, hyphens and invisible marks are removed, since people paste them. */
export const emailCode = z
  .string({ error: EMAIL_CODE_RULE })
  .transform(cleanCode)
  .pipe(z.string().regex(EMAIL_CODE_FORMAT, EMAIL_CODE_RULE))
