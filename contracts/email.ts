import { z } from 'zod'
import { EMAIL_CODE_FORMAT, EMAIL_CODE_RULE } from './email-code.ts'

export const email = z
  .string({ error: 'Enter an e-mail address.' })
  .trim()
  .min(1, 'Enter an e-mail address.')
  .max(254, 'Enter at most 254 characters.')
  .pipe(z.email('Enter a valid e-mail address.'))

/** A code that came by e-mail; spaces that people write are taken out. */
export const emailCode = z
  .string({ error: EMAIL_CODE_RULE })
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(EMAIL_CODE_FORMAT, EMAIL_CODE_RULE))
