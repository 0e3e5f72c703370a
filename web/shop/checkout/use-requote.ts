import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Amount, Order } from '#contracts/shop/order.ts'
import type { Currency } from '#contracts/shop/price.ts'
import { fetchNextAction, followAction } from '#web/lib/access/next-action.ts'
import { isNotFound } from '#web/lib/api/api.ts'
import { fetchOrder } from './orders-api.ts'
import { useReturnAndOpen } from './return-path.ts'

/** State of the history entry of a replacement order. */
export type RequoteState = {
  /** Previous amount, if the amount has changed */
  before?: Amount
} | null

/**
 * Requests an order for the same item at the current price and navigates to the new order, or opens the item if the buyer owns it. If the
 * item is unavailable or the order is up to date, calls `onOrder` with the current order. Never rejects. `asking` is the currency of the
 * request in flight.
 */
export function useRequote(order: Pick<Order, 'id' | 'product' | 'returnUrl'>, onOrder: (order: Order) => void) {
  const [asking, setAsking] = useState<Currency>()
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const leave = useReturnAndOpen(order)
  const { id, product, returnUrl } = order

  async function ask(currency: Currency, state: RequoteState): Promise<void> {
    const { action } = await fetchNextAction({ productId: product.id, product: product.kind, currency, returnUrl })
    if (action === 'view') leave()
    else if (new URL(action, location.href).pathname === `/checkout/${id}`) onOrder(await fetchOrder(id))
    else followAction(action, navigate, { replace: true, state })
  }

  async function requote(currency: Currency, state: RequoteState = null): Promise<void> {
    setAsking(currency)
    setFailure(undefined)
    try {
      await ask(currency, state).catch(async (error: unknown) => {
        if (!isNotFound(error)) throw error
        onOrder(await fetchOrder(id))
      })
    } catch (error) {
      console.warn(error)
      setFailure('That did not work. Check your connection and try again.')
    }
    setAsking(undefined)
  }
  return { requote, asking, failure }
}
