import { useCallback, useEffect, useState } from 'react'
import { Overview } from '#contracts/overview.ts'
import { adminApi } from '../admin-api.ts'
import { isCancelled, toastFailure } from '../failures.ts'
import { FailedList, LoadingList } from '../list/list-states.tsx'
import { CheckList } from './check-list.tsx'
import { checksOf } from './checks.ts'
import { Counts } from './counts.tsx'
import { LatestAdditions } from './latest-additions.tsx'

/** What there is, what came last, and whether everything works. */
export function OverviewPage() {
  const { overview, failed, reload } = useOverview()
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-[1.875rem] outline-none md:text-[2.125rem]">
        Overview
      </h1>
      {failed && <FailedList many="facts" onRetry={reload} />}
      {!failed && !overview && <LoadingList />}
      {overview && (
        <>
          <Counts counts={overview.counts} />
          <div className="mt-10 grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <CheckList checks={checksOf(overview)} />
            <LatestAdditions latest={overview.latest} />
          </div>
        </>
      )}
    </>
  )
}

function useOverview() {
  const [overview, setOverview] = useState<Overview>()
  const [failed, setFailed] = useState(false)

  const read = useCallback(async (signal?: AbortSignal) => {
    setFailed(false)
    try {
      const response = await adminApi.call('/overview', { signal: signal ?? null })
      setOverview(Overview.parse(await response.json()))
    } catch (error) {
      if (isCancelled(error)) return
      setFailed(true)
      toastFailure(error, 'Failed to fetch the overview')
    }
  }, [])

  useEffect(() => {
    const controller = new AbortController()
    void read(controller.signal)
    return () => controller.abort()
  }, [read])

  return { overview, failed, reload: () => void read() }
}
