import { fetchTestGatewayPayment, TestGateway } from '#web/shop/test-gateway/test-gateway.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/test-gateway.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Test gateway', description: 'Try payments without real money.', hidden: true })
}

export async function clientLoader({ params: { reference }, request }: Route.ClientLoaderArgs) {
  return { payment: await fetchTestGatewayPayment(reference, request.signal) }
}

export function HydrateFallback({ params: { reference } }: Route.HydrateFallbackProps) {
  return <TestGateway reference={reference} payment="loading" />
}

export default function TestGatewayPage({ params: { reference }, loaderData: { payment } }: Route.ComponentProps) {
  return <TestGateway reference={reference} payment={payment} />
}
