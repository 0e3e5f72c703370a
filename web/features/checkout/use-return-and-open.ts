import { useNavigate } from 'react-router'
import type { Order } from '#contracts/order.ts'
import { returnPath } from './return-path.ts'

/** Returns a function that goes back to where the visitor came from and opens the item there. */
export function useReturnAndOpen({ product: { kind, id }, returnUrl }: Pick<Order, 'product' | 'returnUrl'>): () => void {
  const navigate = useNavigate()
  return () => {
    const path = returnPath(returnUrl, location.origin)
    if (path) navigate(path, { replace: true, state: { open: { kind, id } } })
    else location.assign(returnUrl)
  }
}
