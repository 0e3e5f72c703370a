import { GATEWAYS, isManual, type PaymentChannel } from '#contracts/shop/gateways.ts'
import type { Amount, AppliedRate } from '#contracts/shop/order.ts'
import type { ManualMethod, PaymentMethod, RefundReason } from '#contracts/shop/payment.ts'
import { type CurrencyNames, formatAmount } from '#contracts/shop/price.ts'
import type { OrderedProduct } from '#contracts/shop/product.ts'
import { receiptLabel } from '#contracts/shop/receipt-number.ts'
import { type ShopTime, zoneTitle } from '#contracts/shop/shop-time.ts'
import { type EmailBrand, type EmailFact, renderEmail } from '#server/platform/mail/render-email.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'

/** Sale that belongs to a payment, as printed on the receipt. */
export type Sale = {
  orderId: string
  product: OrderedProduct
  amount: Amount
  /** US cents */
  priceMinor: number
  rate: AppliedRate | null
  gateway: PaymentChannel
  method: PaymentMethod | ManualMethod
  /** Whether no money was moved */
  trial: boolean
  gatewayReference: string | null
  paidAt: Date
  /** The reason for a due refund */
  refundDue?: RefundReason
  /** Refunds and chargebacks after the sale; negative for a reversal, such as a failed refund */
  returned: { minor: number; at: Date }[]
}

/** Seller of the items, with the site owner's texts for emails to buyers */
export type Seller = EmailBrand & {
  email: string
  phone: string
  /** Name of the person who signs receipts */
  signedBy?: string
  taxLine?: string
  time: ShopTime
  currencyNames: CurrencyNames
  signature?: string
  footer?: string
}

const DAY = { dateStyle: 'long' } as const
const MINUTE = { dateStyle: 'long', timeStyle: 'short' } as const

function describeChannel({ gateway, method, trial }: Sale): string {
  if (isManual(gateway)) return method === 'transfer' ? 'bank transfer' : 'cash'
  const { label, simulated } = GATEWAYS[gateway]
  if (simulated) return `${label} (no real money)`
  return trial ? `${label} in test mode (no real money)` : label
}

const GOES_BACK =
  'will be refunded in full to the payment method you used. You don’t need to do anything. Tell us if the refund has not arrived after two weeks.'

function describeOutcome({ product, refundDue }: Sale): string {
  const { noun, verb } = product.kind === 'book' ? { noun: 'book', verb: 'read' } : { noun: 'episode', verb: 'listen to' }
  switch (refundDue) {
    case 'second_payment':
      return `You already had this ${noun}, so this payment ${GOES_BACK} The ${noun} stays yours.`
    case 'item_gone':
      return `This ${noun} was removed from the site before your payment arrived, so the payment ${GOES_BACK}`
    case 'wrong_amount':
      return `The amount that arrived is not the amount of the order, so the payment ${GOES_BACK}`
    case undefined:
      return `The ${noun} is yours. You can ${verb} it at any time.`
  }
}

/** Writes the email with the receipt and the link that opens the item again. */
export function writeReceiptEmail(receipt: {
  number: number
  email: string
  sale: Sale
  seller: Seller
  urls: Pick<SiteUrls, 'page'>
  /** The URL that gives any browser access to the order */
  orderUrl: string
}) {
  const { number, email, sale, seller, urls, orderUrl } = receipt
  const { product, amount, priceMinor, rate, returned } = sale
  const { currencyNames: names, time } = seller
  const format = (moment: Date, parts: Intl.DateTimeFormatOptions) => moment.toLocaleString('en-GB', { ...parts, timeZone: time.zone })
  const left = returned.reduce((rest, { minor }) => rest - minor, amount.minor)
  const facts: EmailFact[] = [
    ['Receipt', receiptLabel(number)],
    ['Date', isManual(sale.gateway) ? format(sale.paidAt, DAY) : `${format(sale.paidAt, MINUTE)}, ${zoneTitle(time.zone)}`],
    // The link contains the item's id, which redirects to the current URL of the item.
    [product.kind === 'book' ? 'Book' : 'Episode', product.title, urls.page(`/${product.kind}s/${product.id}`)],
  ]
  if (rate)
    facts.push(
      ['Price', formatAmount({ currency: 'USD', minor: priceMinor })],
      ['Paid', formatAmount(amount, names)],
      ['Rate', `1 USD = ${rate.zwgPerUsd} ${names.ZWG} (${rate.source}, ${format(new Date(rate.asOf), DAY)})`],
    )
  else facts.push(['Paid', formatAmount(amount, names)])
  for (const { minor, at } of returned)
    facts.push([
      minor > 0 ? 'Refunded' : 'Refund failed',
      `${formatAmount({ ...amount, minor: Math.abs(minor) }, names)}, ${format(at, DAY)}`,
    ])
  facts.push([isManual(sale.gateway) ? 'Paid by' : 'Paid through', describeChannel(sale)])
  if (sale.gatewayReference) facts.push(['Payment reference', sale.gatewayReference])
  facts.push(['Order', sale.orderId])
  if (seller.taxLine) facts.push(['Tax', seller.taxLine])
  if (seller.signedBy) facts.push(['Signed by', seller.signedBy])

  return {
    subject: `${sale.trial ? 'Trial, no real money: receipt' : 'Receipt'} ${receiptLabel(number)}: ${product.title}`,
    ...renderEmail({
      brand: seller,
      heading: sale.refundDue ? 'Your payment will be refunded' : 'Thank you for your purchase',
      parts: [
        ...(sale.trial ? [{ paragraph: 'This was a trial payment: no money was paid, and this is not a receipt for tax.' }] : []),
        { facts },
        ...(left > 0
          ? [
              { paragraph: describeOutcome(sale) },
              { link: 'Open it', url: orderUrl },
              {
                paragraph: `The link works in any browser. Anyone who has it can open your purchase, so don’t share it. To find all your purchases, enter ${email} at ${urls.page('/purchases')} and use the code that we send you.`,
              },
            ]
          : [{ paragraph: 'This payment was refunded in full, so the purchase no longer opens.' }]),
        ...signatureOf(seller),
      ],
      footer: [...footerOf(seller), 'Keep this receipt. Include its number when you write to us.'],
    }),
  }
}

/** Returns the site owner's signature as the last paragraph of an email. */
export function signatureOf({ signature }: Seller): { paragraph: string }[] {
  return signature ? [{ paragraph: signature }] : []
}

export function footerOf({ name, email, phone, footer }: Seller): string[] {
  return [`${name} · ${email}`, phone, ...(footer ? [footer] : [])]
}
