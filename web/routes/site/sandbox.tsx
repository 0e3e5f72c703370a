import { pageMeta } from '#web/features/layout/page-meta.ts'
import { Sandbox } from '#web/features/sandbox/sandbox.tsx'
import type { Route } from './+types/sandbox.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Test gateway', description: 'Tries out payments without real money.', hidden: true })
}

export default function SandboxPage({ params }: Route.ComponentProps) {
  return <Sandbox reference={params.reference} />
}
