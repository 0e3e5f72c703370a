import { type CurrencyNames, formatAmount } from '#contracts/shop/price.ts'
import { type EmailContent, renderEmail } from '#server/platform/mail/render-email.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { NoticeSubject, OrderNotice } from './order-notices.store.ts'
import { footerOf, type Seller, signatureOf } from './receipt-email.ts'

type Given = {
  notice: OrderNotice
  subject: NoticeSubject
  urls: Pick<SiteUrls, 'page'>
  orderUrl: string
  brand: string
  currencyNames: CurrencyNames
}
type Texts = { subject: string; heading: string; parts: EmailContent['parts'] }

/** Writes an email about an order, other than a receipt. */
export function writeNoticeEmail({ seller, ...given }: Omit<Given, 'brand' | 'currencyNames'> & { seller: Seller }) {
  const { subject, heading, parts } = WRITERS[given.notice.kind]({ ...given, brand: seller.name, currencyNames: seller.currencyNames })
  const content = { brand: seller, heading, parts: [...parts, ...signatureOf(seller)], footer: footerOf(seller) }
  return { subject, ...renderEmail(content) }
}

const WRITERS: Record<OrderNotice['kind'], (given: Given) => Texts> = {
  address_removed: ({ notice, subject: { product }, brand }) => ({
    subject: `Email address corrected: ${product.title}`,
    heading: 'An email address was corrected',
    parts: [
      { facts: [['Order', notice.orderId]] },
      {
        paragraph: `An order of the ${nounOf(product)} “${product.title}” had this email address. ${brand} has replaced it with the address of the buyer. Links in earlier emails about this order no longer work, and the ${nounOf(product)} no longer opens with this address.`,
      },
      { paragraph: 'If this is your own purchase, please write to us.' },
    ],
  }),

  already_owned: ({ notice, subject: { product }, urls, orderUrl }) => ({
    subject: `You already have “${product.title}”`,
    heading: `You already have the ${nounOf(product)} “${product.title}”`,
    parts: [
      {
        paragraph: `Someone entered this email address to pay for it, perhaps you in another browser. You don’t need to pay again: it opens in any browser with this link.`,
      },
      { link: 'Open it', url: orderUrl },
      {
        paragraph: `Or enter ${notice.email} at ${urls.page('/purchases')} and use the code that we send you. If you have already paid a second time, you get that payment back.`,
      },
      { paragraph: 'Was it not you? Then you don’t need to do anything. Don’t share the link: anyone who has it can open your purchase.' },
    ],
  }),
  granted: ({ notice, subject: { product }, urls, orderUrl, brand }) => ({
    subject: `“${product.title}” is yours`,
    heading: `The ${nounOf(product)} “${product.title}” is yours`,
    parts: [
      { paragraph: `${brand} has given you access to it in any browser. There is nothing to pay.` },
      { link: 'Open it', url: orderUrl },
      {
        paragraph: `Anyone with the link can open the ${nounOf(product)}, so don’t share it. To find it again, enter ${notice.email} at ${urls.page('/purchases')} and use the code that we send you.`,
      },
    ],
  }),

  refunded: (given) =>
    writeRefund(given, {
      heading: 'Your payment was refunded',
      lost: 'no longer opens. You owe nothing, and you can buy it again at any time.',
    }),

  partly_refunded: (given) => writeRefund(given, { heading: 'Part of your payment was refunded', lost: 'does not open right now.' }),

  refund_undone: ({ notice, subject: { product }, orderUrl, currencyNames }) => ({
    subject: `No refund: ${product.title}`,
    heading: 'Your payment was not refunded',
    parts: [
      { facts: [...factsOf(notice, currencyNames), ['Order', notice.orderId]] },
      {
        paragraph: `We wrote that your payment was refunded, but it was not. Your payment is still valid, and the ${nounOf(product)} is yours.`,
      },
      { link: 'Open it', url: orderUrl },
      { paragraph: 'If you requested a refund, please write to us.' },
    ],
  }),
}

function writeRefund(
  { notice, subject: { product, isOwned, isPaidInPerson }, urls, currencyNames }: Given,
  { heading, lost }: { heading: string; lost: string },
): Texts {
  const item: [string, string, string] = [labelOf(product), product.title, urls.page(`/${product.kind}s/${product.id}`)]
  return {
    subject: `Refund: ${product.title}`,
    heading,
    parts: [
      { facts: [...factsOf(notice, currencyNames), item, ['Order', notice.orderId]] },
      {
        paragraph: isPaidInPerson
          ? 'You get the money back from us directly, in cash or by transfer. Please write to us if you have not received it.'
          : 'The refund goes to the wallet or card that you paid with. Your bank may need up to ten days to show it.',
      },
      { paragraph: `The ${nounOf(product)} ${isOwned ? 'stays yours.' : lost}` },
    ],
  }
}

function factsOf({ amountMinor, currency }: OrderNotice, names: CurrencyNames): [string, string][] {
  return amountMinor === null || currency === null ? [] : [['Amount', formatAmount({ currency, minor: amountMinor }, names)]]
}

const nounOf = ({ kind }: NoticeSubject['product']) => (kind === 'book' ? 'book' : 'episode')
const labelOf = ({ kind }: NoticeSubject['product']) => (kind === 'book' ? 'Book' : 'Episode')
