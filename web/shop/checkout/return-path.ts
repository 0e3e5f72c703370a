import { useNavigate } from 'react-router'
import type { Order } from '#contracts/shop/order.ts'

/** Returns the path of the page that the visitor came from; undefined for another site. */
export function returnPath(value: string, origin: string): string | undefined {
  let address: URL
  try {
    address = new URL(value, origin)
  } catch {
    return '/bookshop'
  }
  if (address.origin !== origin) return undefined
  // A path that begins with two slashes would be parsed as another host.
  return `/${`${address.pathname}${address.search}${address.hash}`.replace(/^[/\\]+/, '')}`
}

/** Returns a function that navigates back to the page that the visitor came from and opens the item there. */
export function useReturnAndOpen({ product: { kind, id }, returnUrl }: Pick<Order, 'product' | 'returnUrl'>): () => void {
  const navigate = useNavigate()
  return () => {
    const path = returnPath(returnUrl, location.origin)
    if (path) navigate(path, { replace: true, state: { open: { kind, id } } })
    else location.assign(returnUrl)
  }
}
