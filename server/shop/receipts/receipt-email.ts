import { GATEWAYS, isManual, type PaymentChannel } from '#contracts/shop/gateways.ts'
import type { Amount, AppliedRate } from '#contracts/shop/order.ts'
import type { ManualMethod, PaymentMethod, RefundReason } from '#contracts/shop/payment.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import type { OrderedProduct } from '#contracts/shop/product.ts'
import { receiptLabel } from '#contracts/shop/receipt-number.ts'
import { SHOP_ZONE } from '#contracts/shop/shop-time.ts'
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
  signature?: string
  footer?: string
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: SHOP_ZONE })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: SHOP_ZONE })

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
  const left = returned.reduce((rest, { minor }) => rest - minor, amount.minor)
  const facts: EmailFact[] = [
    ['Receipt', receiptLabel(number)],
    ['Date', isManual(sale.gateway) ? DAY.format(sale.paidAt) : `${MOMENT.format(sale.paidAt)}, Zimbabwe time`],
    // The link contains the item's id, which redirects to the current URL of the item.
    [product.kind === 'book' ? 'Book' : 'Episode', product.title, urls.page(`/${product.kind}s/${product.id}`)],
  ]
  if (rate)
    facts.push(
      ['Price', formatAmount({ currency: 'USD', minor: priceMinor })],
      ['Paid', formatAmount(amount)],
      ['Rate', `1 USD = ${rate.zwgPerUsd} ZWG (${rate.source}, ${DAY.format(new Date(rate.asOf))})`],
    )
  else facts.push(['Paid', formatAmount(amount)])
  for (const { minor, at } of returned)
    facts.push([minor > 0 ? 'Refunded' : 'Refund failed', `${formatAmount({ ...amount, minor: Math.abs(minor) })}, ${DAY.format(at)}`])
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
