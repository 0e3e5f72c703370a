import { DAYS_UNTIL_CLOSED, zoneTitle } from '#contracts/shop/shop-time.ts'
import { DownloadTitle } from '#web/admin/kit/download-title.tsx'
import { FilterSelect } from '#web/admin/kit/list/filter-select.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { CurrencySection } from '#web/admin/sales/currency-section.tsx'
import { PERIODS, readPeriod } from '#web/admin/sales/periods.ts'
import { downloadSales, fetchSales } from '#web/admin/sales/sales-api.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import type { Route } from './+types/sales.ts'

/** The last 12 months are the default period and need no URL parameter. */
const { year, ...others } = PERIODS

export const meta = adminMeta('Sales')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const period = readPeriod(new URL(request.url).searchParams)
  return { period, loading: startLoading(() => fetchSales(period)) }
}

export default function AdminSales({ loaderData: { period, loading } }: Route.ComponentProps) {
  const { zone } = useShopTime()
  const { value, failure, reload } = useLoaded(loading, 'Failed to fetch sales', { isRemembered: true })
  // Sales of the previous period are hidden while the new period loads.
  const sales = value?.period === period ? value.sections : undefined
  const { busy, run: download } = useAdminAction(() => downloadSales(period), 'Failed to download the sales')

  return (
    <>
      <DownloadTitle busy={busy} onDownload={download}>
        Sales
      </DownloadTitle>
      <div className="mt-4 mb-6 flex max-w-md flex-wrap items-center gap-x-4 gap-y-2">
        <FilterSelect name="period" label="Period" all={year} options={Object.entries(others)} />
      </div>
      {failure && <FailedList many="sales" onRetry={reload} />}
      {!failure && !sales && <LoadingList />}
      {!failure && sales?.length === 0 && (
        <p className="border-rule border-t py-12 text-center">
          {period === 'all' ? 'Nothing has been sold yet.' : 'Nothing was sold or refunded in this period.'}
        </p>
      )}
      {!failure && sales?.map((section) => <CurrencySection key={section.currency} sales={section} />)}
      {!failure && sales && sales.length > 0 && (
        <p className="mt-8 max-w-2xl text-sm text-soft">
          Payments, refunds and chargebacks count in the month in which they happened ({zoneTitle(zone)}). A month is closed{' '}
          {pluralize(DAYS_UNTIL_CLOSED, 'day')} after its end. Its numbers then no longer change: anything reported later counts in the
          month in which it was reported.
        </p>
      )}
    </>
  )
}
