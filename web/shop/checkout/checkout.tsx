import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Order } from '#contracts/shop/order.ts'
import { keepsClientId } from '#web/lib/access/client-id.ts'
import { ApiError, isNotFound } from '#web/lib/api/api.ts'
import { listen } from '#web/lib/browser-events.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { OrderPage } from './order-page.tsx'
import { claimOrder, fetchOrder } from './orders-api.ts'

/** Checkout page of an order. The order is fetched by the browser, since only the buyer's browser has access to it. */
export function Checkout({ orderId }: { orderId: string }) {
  const { value: order, setValue: setOrder, retry } = useFetched(orderId, useOrderLink(orderId))
  const failed = order === 'failed'
  useEffect(() => (failed ? listen(window, 'online', retry) : undefined), [failed, retry])

  if (order === 'loading')
    return (
      // The minimum height keeps the footer out of view, so that the footer does not visibly move when the order has loaded.
      <div className="wrap pt-32 md:pt-40">
        <h1 className="sr-only">Checkout</h1>
        <Loading />
        <noscript>
          <p className="text-center">Paying needs JavaScript. Without it, please write to us or call.</p>
        </noscript>
      </div>
    )
  if (order === 'missing')
    return (
      <CheckoutNotice title="This order belongs to another browser">
        <p>
          An order opens only in the browser that started it. If you have already paid, find your purchases with your email address and a
          code. If not, choose the title again.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <ButtonLink to="/purchases">Find my purchases</ButtonLink>
          <ButtonLink to="/bookshop" variant="outline">
            Go to the bookshop
          </ButtonLink>
        </div>
      </CheckoutNotice>
    )
  if (failed)
    return (
      <CheckoutNotice title="The order could not be loaded">
        <p role="alert">Nothing is lost. Check your connection. This page tries again automatically when you are online.</p>
        <Button className="mt-8" onClick={retry}>
          Try again
        </Button>
      </CheckoutNotice>
    )
  return <OrderPage order={order} onOrder={setOrder} />
}

/** Page displayed if the order does not exist, because the URL was mistyped or the unpaid order has expired. */
export function UnknownOrder() {
  return (
    <CheckoutNotice title="Order not found">
      <p>
        Orders without a payment are deleted after two days, and nothing was charged for them. Choose the title again; its price may have
        changed. Everything you have paid for is in your purchases.
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <ButtonLink to="/bookshop">Go to the bookshop</ButtonLink>
        <ButtonLink to="/purchases" variant="outline">
          Find my purchases
        </ButtonLink>
      </div>
    </CheckoutNotice>
  )
}

/** Page displayed instead of an order, with a message. */
function CheckoutNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap pt-28 pb-20 md:pt-40 md:pb-28">
      <h1 className="max-w-[18em] text-headline-sm">{title}</h1>
      <div className="mt-5 max-w-[40rem] md:text-xl">{children}</div>
    </div>
  )
}

/**
 * Returns a function that fetches the order. A browser without access to the order opens it with the signed key in the page's URL: emails
 * contain the key in the fragment, gateways return it in the query. The key is removed from the URL if the browser can store its client id.
 */
function useOrderLink(orderId: string): (signal: AbortSignal) => Promise<Order> {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()

  return async (signal) => {
    const query = new URLSearchParams(search)
    const key = new URLSearchParams(hash.slice(1)).get('key') ?? query.get('key')
    if (!key) return fetchOrder(orderId, signal)
    const order = await fetchOrder(orderId, signal).catch((error: unknown) => openByKey(orderId, key, error))
    query.delete('key')
    if (await keepsClientId()) navigate({ pathname, search: query.toString(), hash: '' }, { replace: true, state })
    return order
  }
}

async function openByKey(orderId: string, key: string, error: unknown): Promise<Order> {
  if (!isNotFound(error)) throw error
  return claimOrder(orderId, key).catch((refusal: unknown) => {
    throw refusal instanceof ApiError && refusal.problem.status === 400 ? error : refusal
  })
}
