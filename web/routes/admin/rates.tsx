import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import { fetchStanding, rateSource } from '#web/features/admin/rates/rates-api.ts'
import { RatesPage } from '#web/features/admin/rates/rates-page.tsx'
import type { Route } from './+types/rates.ts'

export const meta = () => adminMeta('Rates')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { standing: startLoading(fetchStanding), history: startLoadingList(rateSource, request.url) }
}

export default function AdminRates({ loaderData }: Route.ComponentProps) {
  return <RatesPage {...loaderData} />
}
