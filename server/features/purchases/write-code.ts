import { EMAIL_CODE_MINUTES } from '#contracts/email-code.ts'
import { writeLetter } from '#server/platform/mail/letter.ts'

/** The mail that brings a code. It has no link, so that people do not learn to follow links of such mails. */
export function writeCode({ code, brand }: { code: string; brand: string }) {
  return {
    subject: `${code} is your code for ${brand}`,
    ...writeLetter({
      brand,
      heading: 'Your purchases',
      parts: [
        { paragraph: 'Enter this code on the page where you asked for it:' },
        { code },
        { paragraph: `It works for ${EMAIL_CODE_MINUTES} minutes, once, and only in the browser that you asked from.` },
      ],
      foot: [
        'Did you not ask for it? Then there is nothing to do: nobody gets at your purchases without the code.',
        'Give it to nobody, not even to us.',
      ],
    }),
  }
}
