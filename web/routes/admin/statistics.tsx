import { DownloadTitle } from '#web/admin/kit/download-title.tsx'
import { FilterSelect } from '#web/admin/kit/list/filter-select.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { CountsChart } from '#web/admin/statistics/counts-chart.tsx'
import { ItemsTable, readSort } from '#web/admin/statistics/items-table.tsx'
import { StatisticsNote } from '#web/admin/statistics/note.tsx'
import { PERIODS, readPeriod } from '#web/admin/statistics/periods.ts'
import { SourcesTable } from '#web/admin/statistics/sources-table.tsx'
import { downloadStatistics, fetchStatistics } from '#web/admin/statistics/statistics-api.ts'
import { TimesTable } from '#web/admin/statistics/times-table.tsx'
import { Totals } from '#web/admin/statistics/totals.tsx'
import type { Route } from './+types/statistics.ts'

/** The last 30 days are the default period and need no URL parameter. */
const { month, ...others } = PERIODS
const KINDS = [
  ['book', 'Books'],
  ['podcast', 'Episodes'],
  ['author', 'Authors'],
] as const

export const meta = adminMeta('Statistics')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams
  const [period, sort] = [readPeriod(params), readSort(params)]
  const kind = KINDS.find(([name]) => name === params.get('kind'))?.[0]
  const load = async () => ({ period, sort, statistics: await fetchStatistics(period, { sort, ...(kind && { kind }) }) })
  return { period, loading: startLoading(load) }
}

/** Page with statistics of views, reading and listening, by time, by item and by source. */
export default function AdminStatistics({ loaderData: { period, loading } }: Route.ComponentProps) {
  const { value, failure, reload } = useLoaded(loading, 'Failed to fetch the statistics', { isRemembered: true })
  // Statistics of the previous period are hidden while the new period loads.
  const shown = value?.period === period ? value : undefined
  const { busy, run: download } = useAdminAction(() => downloadStatistics(period), 'Failed to download the statistics')

  return (
    <>
      <DownloadTitle busy={busy} onDownload={download}>
        Statistics
      </DownloadTitle>
      <div className="mt-4 mb-6 flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 *:basis-full sm:*:basis-auto">
        <FilterSelect name="period" label="Period" all={month} options={Object.entries(others)} />
        <FilterSelect name="kind" label="Kind" all="All titles and authors" options={[...KINDS]} />
      </div>
      {failure && <FailedList many="statistics" onRetry={reload} />}
      {!failure && !shown && <LoadingList />}
      {!failure && shown?.statistics.from === null && (
        <p className="border-rule border-t py-12 text-center">There are no statistics yet. Come back when the site has had visitors.</p>
      )}
      {!failure && shown && shown.statistics.from !== null && (
        <>
          <Totals total={shown.statistics.total} />
          <section aria-label="By time" className="mt-8">
            <CountsChart report={shown.statistics} />
            <TimesTable report={shown.statistics} />
          </section>
          <div className="mt-10 grid grid-cols-1 items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
            {shown.statistics.items.length > 0 && <ItemsTable items={shown.statistics.items} sort={shown.sort} />}
            <SourcesTable sources={shown.statistics.sources} />
          </div>
          <StatisticsNote from={shown.statistics.from} />
        </>
      )}
    </>
  )
}
