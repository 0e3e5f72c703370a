import { Overview } from '#contracts/overview.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import { FailedList, LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import { useRead } from '#web/features/admin/kit/use-read.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import { CheckList } from './check-list.tsx'
import { listChecks } from './checks.ts'
import { Counts } from './counts.tsx'
import { LatestAdditions } from './latest-additions.tsx'

/** What there is, what came last, and whether everything works. */
export function OverviewPage() {
  const { value: overview, failure, reload } = useRead(readOverview, 'Failed to fetch the overview')
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

async function readOverview(init: RequestInit): Promise<Overview> {
  return Overview.parse(await (await adminApi.call('/overview', init)).json())
}
