import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { RatesPage } from '#web/features/admin/rates/rates-page.tsx'

export const meta = () => adminMeta('Rates')

export default function AdminRates() {
  return <RatesPage />
}
