import { EMAIL_CODE_MINUTES } from '#contracts/common/email-code.ts'
import { type ShopTime, zoneTitle } from '#contracts/shop/shop-time.ts'
import { type EmailBrand, renderEmail } from '#server/platform/mail/render-email.ts'

/** Renders the email with a code. The email contains no link, so that people don't learn to follow links in emails of this kind. */
export function writeCodeEmail(content: {
  code: string
  expiresAt: Date
  brand: EmailBrand
  shopTime: ShopTime
  subject: string
  heading: string
  /** Advice for recipients who did not request the code */
  footer: string
}) {
  const { code, expiresAt, brand, shopTime, subject, heading, footer } = content
  return {
    subject,
    ...renderEmail({
      brand,
      heading,
      parts: [
        { paragraph: 'Enter this code on the page where you requested it:' },
        { code },
        {
          paragraph: `It works once, for ${EMAIL_CODE_MINUTES} minutes, until ${timeOf(expiresAt, shopTime)}, and only in the browser in which you requested it. If you request another code, both work.`,
        },
      ],
      footer: [`Did you not request this code? ${footer}`, 'Never share it, not even with us.'],
    }),
  }
}

/** Formats the expiry time without seconds. Rounding down ensures that the stated time is never later than the actual time. */
function timeOf(moment: Date, { zone, minuteOf }: ShopTime): string {
  return `${minuteOf(moment).slice(11)} (${zoneTitle(zone)})`
}
