import type { Amount, AppliedRate } from '#contracts/order.ts'
import type { GatewayName } from '#contracts/payment.ts'
import { formatAmount } from '#contracts/price.ts'
import type { OrderedProduct } from '#contracts/product.ts'
import { SHOP_ZONE } from '#contracts/shop-time.ts'
import { type EmailFact, renderEmail } from '#server/platform/mail/render-email.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'

/** What was sold by a payment. */
export type Sale = {
  orderId: string
  product: OrderedProduct
  amount: Amount
  /** US cents */
  priceMinor: number
  rate: AppliedRate | null
  gateway: GatewayName
  gatewayReference: string | null
  paidAt: Date
}

export type Seller = { name: string; email: string; phone: string }

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: SHOP_ZONE })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: SHOP_ZONE })

const GATEWAYS: Record<GatewayName, string> = { paynow: 'Paynow', stripe: 'Stripe', sandbox: 'the sandbox, where no money moves' }

/** The mail that proves a purchase and says how to open it again. */
export function writeReceiptEmail({
  number,
  email,
  sale,
  seller,
  urls,
}: {
  number: number
  email: string
  sale: Sale
  seller: Seller
  urls: Pick<SiteUrls, 'page'>
}) {
  const { product, amount, priceMinor, rate } = sale
  const facts: EmailFact[] = [
    ['Receipt', String(number)],
    ['Date', `${MOMENT.format(sale.paidAt)}, Harare time`],
    // By its id, which leads to the page under its current name.
    [product.kind === 'book' ? 'Book' : 'Episode', product.title, urls.page(`/${product.kind}s/${product.id}`)],
  ]
  if (rate)
    facts.push(
      ['Price', formatAmount({ currency: 'USD', minor: priceMinor })],
      ['Paid', formatAmount(amount)],
      ['Rate', `1 USD = ${rate.zwgPerUsd} ZWG (${rate.source}, ${DAY.format(new Date(rate.asOf))})`],
    )
  else facts.push(['Paid', formatAmount(amount)])
  facts.push(['Paid through', GATEWAYS[sale.gateway]])
  if (sale.gatewayReference) facts.push(['Payment reference', sale.gatewayReference])
  facts.push(['Order', sale.orderId])

  return {
    subject: `Receipt ${number}: ${product.title}`,
    ...renderEmail({
      brand: seller.name,
      heading: 'Thank you for your purchase',
      parts: [
        { facts },
        { paragraph: `It is yours to ${product.kind === 'book' ? 'read' : 'hear'} whenever you like.` },
        { link: 'Open my purchases', url: urls.page('/purchases') },
        { paragraph: `In another browser, enter ${email} on that page. You get a code that brings your purchases back.` },
      ],
      footer: [`${seller.name} · ${seller.email}`, seller.phone, 'Keep this receipt. Name its number when you write to us.'],
    }),
  }
}
