import { z } from 'zod'

/** An address that mail can be sent to. */
export const email = z
  .string({ error: 'Enter an e-mail address.' })
  .trim()
  .min(1, 'Enter an e-mail address.')
  .max(254, 'Enter at most 254 characters.')
  .pipe(z.email('Enter a valid e-mail address.'))
