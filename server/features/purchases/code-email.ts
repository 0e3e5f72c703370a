import { writeCodeEmail } from '#server/platform/email-codes/write-code-email.ts'

/** The mail that brings a code for purchases. */
export function writeCode(given: { code: string; expiresAt: Date; brand: string }) {
  return writeCodeEmail({
    ...given,
    subject: `${given.code} is your code for ${given.brand}`,
    heading: 'Your purchases',
    footer: 'Then there is nothing to do: nobody gets at your purchases without the code.',
  })
}
