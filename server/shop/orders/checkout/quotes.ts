import type { CurrencyOffer } from '#contracts/shop/order.ts'
import type { CurrencyRefusal, QuoteState } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { FindProduct } from '#server/platform/product-directory.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { refusalOf } from '#server/shop/gateways/payment-methods.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'

/** The current price of an item, in the currency of the payment. */
export type Quote = {
  title: string
  currency: Currency
  amountMinor: number
  priceMinor: number
  rateScaled: number | null
  rateAsOf: Date | null
  rateSource: string | null
}

type CurrentRate = { state: 'current'; rate: { scaled: number; asOf: Date; source: string } } | { state: 'stale' | 'none' }
export type Rates = {
  current: () => Promise<CurrentRate>
  /** Converts US cents to cents of the other currency at a scaled rate */
  convert: (priceMinor: number, scaledRate: number) => number
}

export type Quotes = ReturnType<typeof createQuotes>

export function createQuotes({ findProduct, rates, gateways }: { findProduct: FindProduct; rates: Rates; gateways: Gateway[] }) {
  /** Returns the quote for an item, or the reason why this currency is refused. Undefined when the item was deleted or is free. */
  async function quote(product: ProductRef, currency: Currency): Promise<Quote | CurrencyRefusal | undefined> {
    const item = await findProduct(product)
    return item && item.priceMinor > 0 ? price(item, currency) : undefined
  }

  async function price({ title, priceMinor }: { title: string; priceMinor: number }, currency: Currency): Promise<Quote | CurrencyRefusal> {
    const noRate = { rateScaled: null, rateAsOf: null, rateSource: null }
    if (currency === 'USD') return { title, currency, priceMinor, amountMinor: priceMinor, ...noRate }
    const current = await rates.current()
    if (current.state !== 'current') return current.state === 'stale' ? 'stale_rate' : 'no_rate'
    const { scaled, asOf, source } = current.rate
    const amountMinor = rates.convert(priceMinor, scaled)
    return { title, currency, priceMinor, amountMinor, rateScaled: scaled, rateAsOf: asOf, rateSource: source }
  }

  return {
    quote,

    /** Compares the order with today's quote: the order stands, its price or rate has changed, or the item was deleted. */
    check: async (order: OrderRow): Promise<QuoteState> => {
      const quoted = await quote(order, order.currency)
      if (quoted && !isRefusal(quoted)) return isSame(order, quoted) ? 'stands' : 'changed'
      return (await findProduct(order)) ? 'changed' : 'gone'
    },

    /** Returns today's price of the order's item in a currency, or the reason why this currency is refused. */
    offer: async ({ title, priceMinor }: OrderRow, currency: Currency): Promise<CurrencyOffer> => {
      const priced = await price({ title, priceMinor }, currency)
      if (isRefusal(priced)) return { currency, amountMinor: null, refused: priced }
      return { currency, amountMinor: priced.amountMinor, refused: refusalOf(gateways, priced) }
    },
  }
}

export function isRefusal(quote: Quote | CurrencyRefusal): quote is CurrencyRefusal {
  return typeof quote === 'string'
}

/** Whether an order has the same amount, price and rate as a quote. */
export function isSame(order: OrderRow, quote: Quote): boolean {
  return (
    order.amountMinor === quote.amountMinor &&
    order.priceMinor === quote.priceMinor &&
    order.rateScaled === quote.rateScaled &&
    order.rateAsOf?.getTime() === quote.rateAsOf?.getTime()
  )
}
