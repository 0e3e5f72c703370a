import type { CurrencyOffer } from '#contracts/shop/order.ts'
import type { CurrencyRefusal, QuoteState } from '#contracts/shop/payment.ts'
import { CURRENCY_ROWS, type Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { FindProduct } from '#server/product-directory.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { refusalOf } from '#server/shop/gateways/payment-methods.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import { convertPrice } from '#server/shop/rates/convert-price.ts'
import type { Rates } from '#server/shop/rates/open-rates.ts'

/** Current price of an item in the currency of the payment. */
export type Quote = Pick<OrderRow, 'title' | 'currency' | 'amountMinor' | 'priceMinor' | 'rateScaled' | 'rateAsOf' | 'rateSource'>
type Priced = Pick<Quote, 'title' | 'priceMinor'>

/** Computes the current prices of items. */
export type Quotes = ReturnType<typeof createQuotes>

export function createQuotes(deps: {
  findProduct: FindProduct
  rates: Pick<Rates, 'current'>
  gateways: Gateway[]
  listCurrencies: () => Currency[]
}) {
  const { findProduct, rates, gateways, listCurrencies } = deps
  const isPayable = (currency: Currency) => gateways.length === 0 || gateways.some(({ methods }) => methods[currency]?.length)

  function inDollars({ title, priceMinor }: Priced): Quote {
    return { title, currency: 'USD', priceMinor, amountMinor: priceMinor, rateScaled: null, rateAsOf: null, rateSource: null }
  }

  /** Returns the price of an item in a currency, or the reason why the currency is refused. */
  async function price(item: Priced, currency: Currency): Promise<Quote | CurrencyRefusal> {
    if (!CURRENCY_ROWS[currency].converted) return inDollars(item)
    if (!listCurrencies().includes(currency)) return 'no_gateway'
    const current = await rates.current()
    if (current.state !== 'current') return current.state === 'stale' ? 'stale_rate' : 'no_rate'
    const { title, priceMinor } = item
    const { scaled, asOf, source } = current.rate
    const amountMinor = convertPrice(priceMinor, scaled)
    return { title, currency, priceMinor, amountMinor, rateScaled: scaled, rateAsOf: asOf, rateSource: source }
  }

  async function offer(order: OrderRow, currency: Currency): Promise<CurrencyOffer> {
    const priced = await price(order, currency)
    if (isRefusal(priced)) return { currency, amountMinor: null, refused: priced }
    return { currency, amountMinor: priced.amountMinor, refused: refusalOf(gateways, priced) }
  }

  return {
    /**
     * Returns the quote for an item in the wanted currency, or in dollars if the currency is refused or no gateway accepts it. Undefined if
     * the item is not for sale or is free.
     */
    quote: async (product: ProductRef, wanted: Currency): Promise<Quote | undefined> => {
      const item = await findProduct(product)
      if (!item?.isOffered || item.priceMinor <= 0) return undefined
      if (!CURRENCY_ROWS[wanted].converted || !isPayable(wanted)) return inDollars(item)
      const quoted = await price(item, wanted)
      return isRefusal(quoted) ? inDollars(item) : quoted
    },

    /** Compares the order with today's quote: the order stands, its price or rate has changed, or the item is no longer for sale. */
    compare: async (order: OrderRow): Promise<QuoteState> => {
      const item = await findProduct(order)
      if (!item?.isOffered) return 'gone'
      const quoted = item.priceMinor > 0 ? await price(item, order.currency) : undefined
      return quoted && !isRefusal(quoted) && isSame(order, quoted) ? 'stands' : 'changed'
    },

    /** Returns the order's current price in each accepted currency, with the reason if a currency is unavailable. */
    offers: (order: OrderRow): Promise<CurrencyOffer[]> => Promise.all(listCurrencies().map((currency) => offer(order, currency))),
  }
}

function isRefusal(quote: Quote | CurrencyRefusal): quote is CurrencyRefusal {
  return typeof quote === 'string'
}

/** Returns whether an order has the same amount, price and rate as a quote. */
export function isSame(order: OrderRow, quote: Quote): boolean {
  return (
    order.amountMinor === quote.amountMinor &&
    order.priceMinor === quote.priceMinor &&
    order.rateScaled === quote.rateScaled &&
    order.rateAsOf?.getTime() === quote.rateAsOf?.getTime()
  )
}
