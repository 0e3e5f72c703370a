import { writeCodeEmail } from '#server/platform/email-codes/write-code-email.ts'

/** The e-mail with a code for a new password. */
export function passwordCodeEmail(given: { code: string; expiresAt: Date; brand: string }) {
  return writeCodeEmail({
    ...given,
    subject: `${given.code} is your code for a new password at ${given.brand}`,
    heading: 'A new password',
    footer: 'Then there is nothing to do: your password stays as it is without the code.',
  })
}
