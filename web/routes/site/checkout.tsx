import { Checkout } from '#web/features/checkout/checkout.tsx'
import { ErrorPage } from '#web/features/layout/error-page.tsx'
import { pageMeta } from '#web/features/layout/page-meta.ts'
import type { Route } from './+types/checkout.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Checkout', description: 'Pay for a title, and open it.', hidden: true })
}

export default function CheckoutPage({ params }: Route.ComponentProps) {
  return <Checkout orderId={params.order} />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
