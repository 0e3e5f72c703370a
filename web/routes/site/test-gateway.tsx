import { fetchSandboxPayment, Sandbox } from '#web/shop/test-gateway/test-gateway.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/test-gateway.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Test gateway', description: 'Try payments without real money.', hidden: true })
}

export async function clientLoader({ params: { reference }, request }: Route.ClientLoaderArgs) {
  return { payment: await fetchSandboxPayment(reference, request.signal) }
}

export function HydrateFallback({ params: { reference } }: Route.HydrateFallbackProps) {
  return <Sandbox reference={reference} payment="loading" />
}

export default function SandboxPage({ params: { reference }, loaderData: { payment } }: Route.ComponentProps) {
  return <Sandbox reference={reference} payment={payment} />
}
