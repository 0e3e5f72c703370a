import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { TwoStepPage } from '#web/features/admin/two-step/two-step-page.tsx'

export const meta = () => adminMeta('Two-step sign-in')

export default function AdminTwoStep() {
  return <TwoStepPage />
}
