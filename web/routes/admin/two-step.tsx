import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import { fetchTwoStep } from '#web/features/admin/two-step/two-step-api.ts'
import { TwoStepPage } from '#web/features/admin/two-step/two-step-page.tsx'
import type { Route } from './+types/two-step.ts'

export const meta = () => adminMeta('Two-step sign-in')

export function clientLoader() {
  return { loading: startLoading(fetchTwoStep) }
}

export default function AdminTwoStep({ loaderData }: Route.ComponentProps) {
  return <TwoStepPage loading={loaderData.loading} />
}
