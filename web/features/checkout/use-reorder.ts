import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '#contracts/order.ts'
import type { Currency } from '#contracts/price.ts'
import { ApiError } from '#web/lib/api.ts'
import { askNextAction, followAction } from '#web/lib/next-action.ts'
import { useLeave } from './use-leave.ts'

/** Asks for the order of today for the same item, and goes to it; opens the item when it turns out to be owned. Never rejects. */
export function useReorder(order: Pick<Order, 'product' | 'returnUrl'>) {
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const leave = useLeave(order)
  const { product, returnUrl } = order

  async function reorder(currency: Currency): Promise<void> {
    setFailure(undefined)
    try {
      const { action } = await askNextAction({ productId: product.id, product: product.kind, currency, returnUrl })
      if (action === 'view') leave()
      else followAction(action, navigate, { replace: true })
    } catch (error) {
      console.warn(error)
      const isGone = error instanceof ApiError && error.problem.status === 404
      setFailure(isGone ? 'This item is no longer for sale.' : 'That could not be asked. Check your connection and try again.')
    }
  }
  return { reorder, failure }
}
