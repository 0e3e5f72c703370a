import { useLocation } from 'react-router'
import { CountedKind } from '#contracts/admin/statistics.ts'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { FilterSelect } from '#web/admin/kit/list/filter-select.tsx'
import { LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { LoadFailure } from '#web/admin/kit/load-failure.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { CountsChart } from '#web/admin/statistics/counts-chart.tsx'
import { StatisticsNote } from '#web/admin/statistics/note.tsx'
import { PERIODS, readPeriod } from '#web/admin/statistics/periods.ts'
import { SourcesTable } from '#web/admin/statistics/sources-table.tsx'
import { fetchItemStatistics } from '#web/admin/statistics/statistics-api.ts'
import { TimesTable } from '#web/admin/statistics/times-table.tsx'
import { Totals } from '#web/admin/statistics/totals.tsx'
import { KIND_NAMES } from '#web/admin/statistics/words.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/item-statistics.ts'

const { month, ...others } = PERIODS

export const meta = adminMeta('Statistics')

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const period = readPeriod(new URL(request.url).searchParams)
  const kind = CountedKind.catch('book').parse(params.kind)
  const load = async () => ({ period, statistics: await fetchItemStatistics({ kind, id: params.id }, period) })
  return { period, kind, loading: startLoading(load) }
}

export default function AdminItemStatistics({ params: { id }, loaderData: { period, kind, loading } }: Route.ComponentProps) {
  const { search } = useLocation()
  const { value, failure, reload } = useLoaded(loading, 'Failed to fetch the statistics', { isRemembered: true })
  const back = `/admin/statistics${search}`
  const name = KIND_NAMES[kind].toLowerCase()
  if (failure)
    return <LoadFailure failure={failure} noun="statistics" gone={`This ${name} no longer exists.`} back={back} onRetry={reload} />
  const shown = value?.period === period ? value.statistics : undefined
  const title = value?.statistics.title
  return (
    <>
      <BackLink to={back}>Statistics</BackLink>
      <PageTitle className="wrap-anywhere mt-1">{title ?? 'Statistics'}</PageTitle>
      <p className="mt-1 text-base text-soft">
        {KIND_NAMES[kind]} · <TextLink to={`/admin/${kind}s/${id}/edit`}>Edit</TextLink>
      </p>
      <div className="mt-4 mb-6 flex max-w-md flex-wrap items-center gap-x-4 gap-y-2">
        <FilterSelect name="period" label="Period" all={month} options={Object.entries(others)} />
      </div>
      {!shown && <LoadingList />}
      {shown && shown.times.length === 0 && (
        <p className="border-rule border-t py-12 text-center">
          {period === 'all' ? `There are no statistics for this ${name} yet.` : `There are no statistics for this ${name} in this period.`}
        </p>
      )}
      {shown && shown.times.length > 0 && (
        <>
          <Totals total={shown.total} kind={kind} />
          <section aria-label="By time" className="mt-8">
            <CountsChart report={shown} opened={{ book: 'Opened', podcast: 'Started', author: '' }[kind]} />
            <TimesTable report={shown} kind={kind} />
          </section>
          <div className="mt-10 max-w-2xl">
            <SourcesTable sources={shown.sources} />
          </div>
          <StatisticsNote from={shown.from} />
        </>
      )}
    </>
  )
}
