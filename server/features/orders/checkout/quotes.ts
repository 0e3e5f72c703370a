import type { CurrencyOffer } from '#contracts/order.ts'
import { CURRENCY_REFUSALS, type CurrencyRefusal, type OfferRefusal } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'
import type { OrderRow, Product } from '#server/features/orders/orders.store.ts'

/** What an item would cost now, in the currency it is paid in. */
export type Quote = {
  title: string
  currency: Currency
  amountMinor: number
  priceMinor: number
  rateScaled: number | null
  rateAsOf: Date | null
  rateSource: string | null
}

export type CurrentRate = { state: 'current'; rate: { scaled: number; asOf: Date; source: string } } | { state: 'stale' | 'none' }

/** What an order needs to know of a book or an episode; undefined when it is gone. */
export type FindItem = (product: Product) => Promise<{ title: string; priceMinor: number } | undefined>

export type Quotes = ReturnType<typeof createQuotes>

export function createQuotes({
  findItem,
  currentRate,
  convert,
  refusalOf,
}: {
  findItem: FindItem
  currentRate: () => Promise<CurrentRate>
  /** Cents of a dollar price in the other currency at a scaled rate */
  convert: (priceMinor: number, scaledRate: number) => number
  /** Why no gateway takes an amount, if so */
  refusalOf: (amount: { currency: Currency; amountMinor: number }) => OfferRefusal | null
}) {
  /** The quote for an item, or why there is none in this currency. Undefined when the item is gone or free. */
  async function quote(product: Product, currency: Currency): Promise<Quote | CurrencyRefusal | undefined> {
    const item = await findItem(product)
    if (!item || item.priceMinor <= 0) return undefined
    return price(item, currency)
  }

  async function price({ title, priceMinor }: { title: string; priceMinor: number }, currency: Currency): Promise<Quote | CurrencyRefusal> {
    const noRate = { rateScaled: null, rateAsOf: null, rateSource: null }
    if (currency === 'USD') return { title, currency, priceMinor, amountMinor: priceMinor, ...noRate }
    const current = await currentRate()
    if (current.state !== 'current') return current.state === 'stale' ? 'stale_rate' : 'no_rate'
    const { scaled, asOf, source } = current.rate
    const amountMinor = convert(priceMinor, scaled)
    return { title, currency, priceMinor, amountMinor, rateScaled: scaled, rateAsOf: asOf, rateSource: source }
  }

  return {
    quote,

    /** Whether the item is there, at whatever price. */
    isThere: async (product: Product): Promise<boolean> => (await findItem(product)) !== undefined,

    /** What the order's price comes to in a currency today, or why it can't be paid in. */
    offer: async ({ title, priceMinor }: OrderRow, currency: Currency): Promise<CurrencyOffer> => {
      const priced = await price({ title, priceMinor }, currency)
      if (isRefusal(priced)) return { currency, amountMinor: null, refused: priced }
      return { currency, amountMinor: priced.amountMinor, refused: refusalOf(priced) }
    },
  }
}

export function isRefusal(quote: Quote | CurrencyRefusal): quote is CurrencyRefusal {
  return (CURRENCY_REFUSALS as readonly unknown[]).includes(quote)
}

/** Whether an order says the same as a quote of today. */
export function isSame(order: OrderRow, quote: Quote): boolean {
  return (
    order.amountMinor === quote.amountMinor &&
    order.priceMinor === quote.priceMinor &&
    order.rateScaled === quote.rateScaled &&
    order.rateAsOf?.getTime() === quote.rateAsOf?.getTime()
  )
}
