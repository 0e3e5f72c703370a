import { Overview } from '#contracts/overview.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import { FailedList, LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import { useLoaded } from '#web/features/admin/kit/use-loaded.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import { CheckList } from './check-list.tsx'
import { listChecks } from './checks.ts'
import { Counts } from './counts.tsx'
import { LatestAdditions } from './latest-additions.tsx'

/** Counts, checks and the latest additions. */
export function OverviewPage({ loading }: { loading: Promise<Overview> }) {
  const { value: overview, failure, reload } = useLoaded(loading, 'Failed to fetch the overview')
  return (
    <>
      <PageTitle className="mb-5">Overview</PageTitle>
      {failure && <FailedList many="facts" onRetry={reload} />}
      {!failure && !overview && <LoadingList />}
      {overview && (
        <>
          <Counts counts={overview.counts} />
          <div className="mt-10 grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <CheckList checks={listChecks(overview)} />
            <LatestAdditions latest={overview.latest} />
          </div>
        </>
      )}
    </>
  )
}

export async function fetchOverview(): Promise<Overview> {
  return Overview.parse(await (await adminApi.call('/overview')).json())
}
