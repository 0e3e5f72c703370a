import { Overview } from '#contracts/overview.ts'
import { read } from '#web/features/admin/kit/api.ts'
import { FailedList, LoadingList } from '#web/features/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/features/admin/kit/use-loaded.ts'
import { CheckList } from '#web/features/admin/overview/check-list.tsx'
import { Counts } from '#web/features/admin/overview/counts.tsx'
import { LatestAdditions } from '#web/features/admin/overview/latest-additions.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/overview.ts'

export const meta = () => adminMeta('Overview')

export function clientLoader() {
  return { loading: startLoading(() => read(Overview, '/overview')) }
}

/** Counts, checks and the latest additions. */
export default function AdminOverview({ loaderData }: Route.ComponentProps) {
  const { value: overview, failure, reload } = useLoaded(loaderData.loading, 'Failed to fetch the overview')
  return (
    <>
      <PageTitle className="mb-5">Overview</PageTitle>
      {failure && <FailedList many="facts" onRetry={reload} />}
      {!failure && !overview && <LoadingList />}
      {overview && (
        <>
          <Counts counts={overview.counts} />
          <div className="mt-10 grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <CheckList overview={overview} />
            <LatestAdditions latest={overview.latest} />
          </div>
        </>
      )}
    </>
  )
}
