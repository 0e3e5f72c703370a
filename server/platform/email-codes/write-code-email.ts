import { EMAIL_CODE_MINUTES } from '#contracts/email-code.ts'
import { SHOP_ZONE } from '#contracts/shop-time.ts'
import { writeLetter } from '#server/platform/mail/render-email.ts'

/** The mail that brings a code. It has no link, so that people do not learn to follow links of such mails. */
export function writeCodeEmail({
  code,
  expiresAt,
  brand,
  subject,
  heading,
  foot,
}: {
  code: string
  expiresAt: Date
  brand: string
  subject: string
  heading: string
  /** What is to be done by whoever did not ask for it */
  foot: string
}) {
  return {
    subject,
    ...writeLetter({
      brand,
      heading,
      parts: [
        { paragraph: 'Enter this code on the page where you asked for it:' },
        { code },
        {
          paragraph: `It works for ${EMAIL_CODE_MINUTES} minutes, until ${timeOf(expiresAt)} in Zimbabwe, once, and only in the browser that you asked from. If you ask for another one meanwhile, both work.`,
        },
      ],
      foot: [`Did you not ask for it? ${foot}`, 'Give it to nobody, not even to us.'],
    }),
  }
}

/** Seconds are left out, so that nobody is promised more time than there is. */
function timeOf(moment: Date): string {
  return moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: SHOP_ZONE })
}
