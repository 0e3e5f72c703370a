import { data } from 'react-router'
import { Checkout } from '#web/features/checkout/checkout.tsx'
import { UnknownOrder } from '#web/features/checkout/unknown-order.tsx'
import { pageMeta } from '#web/features/layout/page-meta.ts'
import { ApiError, apiContext } from '#web/lib/api/api.ts'
import type { Route } from './+types/checkout.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Checkout', description: 'Pay for a title, and open it.', hidden: true })
}

/** Only whether there is such an order, which is the same for everyone. What it says is fetched by the browser that holds it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    await context.get(apiContext).call(`/orders/${encodeURIComponent(params.order)}/existence`)
  } catch (error) {
    const status = error instanceof ApiError ? error.problem.status : undefined
    if (status === 404 || status === 400) return data({ exists: false }, { status: 404 })
    // No reason to deny an order that may be paid for: the browser asks again.
    if (status !== 503) console.error(error)
  }
  return { exists: true }
}

/** A browser that comes from another page asks for the order itself, and for nothing before. */
export function clientLoader() {
  return { exists: true }
}

export default function CheckoutPage({ params, loaderData: { exists } }: Route.ComponentProps) {
  return exists ? <Checkout orderId={params.order} /> : <UnknownOrder />
}
