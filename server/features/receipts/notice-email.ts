import { formatAmount } from '#contracts/price.ts'
import { type EmailContent, renderEmail } from '#server/platform/mail/render-email.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { NoticeSubject, OrderNotice } from './order-notices.store.ts'
import type { Seller } from './receipt-email.ts'

type Given = { notice: OrderNotice; subject: NoticeSubject; urls: Pick<SiteUrls, 'page'>; orderUrl: string; brand: string }
type Texts = { subject: string; heading: string; parts: EmailContent['parts'] }

/** Writes a mail about an order other than a receipt. */
export function writeNoticeEmail({ seller, ...given }: Omit<Given, 'brand'> & { seller: Seller }) {
  const { subject, ...content } = WRITERS[given.notice.kind]({ ...given, brand: seller.name })
  return {
    subject,
    ...renderEmail({ ...content, brand: seller.name, footer: [`${seller.name} · ${seller.email}`, seller.phone] }),
  }
}

const WRITERS: Record<OrderNotice['kind'], (given: Given) => Texts> = {
  granted: ({ notice, subject: { product }, urls, orderUrl, brand }) => ({
    subject: `“${product.title}” is yours`,
    heading: `The ${nounOf(product)} “${product.title}” is yours`,
    parts: [
      { paragraph: `${brand} has opened it for you in any browser. There is nothing to pay.` },
      { link: 'Open it', url: orderUrl },
      {
        paragraph: `The link opens the ${nounOf(product)} for whoever has it, so keep it to yourself. You also find it at ${urls.page('/purchases')}, with ${notice.email} and a code that comes to it.`,
      },
    ],
  }),

  refunded: (given) =>
    writeRefund(given, {
      heading: 'Your money goes back to you',
      lost: 'no longer opens, and you owe nothing. You may buy it again at any time.',
    }),

  partly_refunded: (given) => writeRefund(given, { heading: 'Part of your money goes back to you', lost: 'does not open at the moment.' }),

  refund_undone: ({ notice, subject: { product }, orderUrl }) => ({
    subject: `No refund: ${product.title}`,
    heading: 'The refund was not made',
    parts: [
      { facts: [...factsOf(notice), ['Order', notice.orderId]] },
      { paragraph: `We wrote that your money went back. It did not: your payment stands, and the ${nounOf(product)} is yours.` },
      { link: 'Open it', url: orderUrl },
      { paragraph: 'If you asked for the refund, please write to us.' },
    ],
  }),
}

function writeRefund({ notice, subject: { product, isOwned }, urls }: Given, { heading, lost }: { heading: string; lost: string }): Texts {
  const item: [string, string, string] = [labelOf(product), product.title, urls.page(`/${product.kind}s/${product.id}`)]
  return {
    subject: `Refund: ${product.title}`,
    heading,
    parts: [
      { facts: [...factsOf(notice), item, ['Order', notice.orderId]] },
      { paragraph: 'It goes to the wallet or card that paid. Banks may take up to ten days until you see it.' },
      { paragraph: `The ${nounOf(product)} ${isOwned ? 'stays yours.' : lost}` },
    ],
  }
}

function factsOf({ amountMinor, currency }: OrderNotice): [string, string][] {
  return amountMinor === null || currency === null ? [] : [['Amount', formatAmount({ currency, minor: amountMinor })]]
}

const nounOf = ({ kind }: NoticeSubject['product']) => (kind === 'book' ? 'book' : 'episode')
const labelOf = ({ kind }: NoticeSubject['product']) => (kind === 'book' ? 'Book' : 'Episode')
