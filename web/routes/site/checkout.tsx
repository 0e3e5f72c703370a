import { data } from 'react-router'
import { ApiError, apiContext } from '#web/lib/api/api.ts'
import { Checkout, UnknownOrder } from '#web/shop/checkout/checkout.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/checkout.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Checkout', description: 'Pay for a title and open it.', hidden: true })
}

/** Checks only whether the order exists, with the same result for every visitor. The order itself is fetched by the buyer's browser. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    await context.get(apiContext).call(`/orders/${encodeURIComponent(params.order)}/existence`)
  } catch (error) {
    const status = error instanceof ApiError ? error.problem.status : undefined
    if (status === 404 || status === 400) return data({ exists: false }, { status: 404 })
    // After an error other than a missing order, the order may still exist, so the buyer's browser requests it.
    if (status !== 503) console.error(error)
  }
  return { exists: true }
}

/** On client-side navigation, the page fetches the order itself without this check. */
export function clientLoader() {
  return { exists: true }
}

export default function CheckoutPage({ params, loaderData: { exists } }: Route.ComponentProps) {
  return exists ? <Checkout orderId={params.order} /> : <UnknownOrder />
}
