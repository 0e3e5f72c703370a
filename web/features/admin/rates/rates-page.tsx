import type { Rate } from '#contracts/rate.ts'
import { FailedList, LoadingList } from '../list/list-states.tsx'
import { ShowMore } from '../list/show-more.tsx'
import { type AdminList, useAdminList } from '../list/use-admin-list.ts'
import { useRead } from '../use-read.ts'
import { CurrentRate } from './current-rate.tsx'
import { RateForm } from './rate-form.tsx'
import { RateImport } from './rate-import.tsx'
import { RateRow } from './rate-row.tsx'
import { rateSource, readStanding } from './rate-source.ts'
import { WaitingRate } from './waiting-rate.tsx'

/** What ZWG costs: the rate that counts, the way to enter another, and all there were. */
export function RatesPage() {
  const { value: standing, failure, reload } = useRead(readStanding, 'Failed to fetch the rate')
  const list = useAdminList(rateSource, { q: '', shown: true })

  function refresh() {
    reload()
    list.reload()
  }

  return (
    <div className="max-w-4xl">
      <h1 tabIndex={-1} className="mb-5 text-[1.875rem] outline-none md:text-[2.125rem]">
        Rates
      </h1>
      {!standing && failure && <FailedList many="rates" onRetry={refresh} />}
      {!standing && !failure && <LoadingList />}
      {standing && (
        <>
          <CurrentRate standing={standing} />
          {standing.waiting && <WaitingRate rate={standing.waiting} onConfirmed={refresh} />}
          <div className="mt-10">
            <RateForm last={standing.current} onEntered={refresh} />
            <RateImport last={standing.current} onImported={refresh} />
          </div>
          <History list={list} />
        </>
      )}
    </div>
  )
}

function History({ list }: { list: AdminList<Rate> }) {
  return (
    <section aria-labelledby="rate-history" aria-busy={list.status === 'loading'} className="mt-10">
      <h2 id="rate-history" className="mb-3 text-2xl">
        History
      </h2>
      {list.status === 'failed' && <FailedList many="rates" onRetry={list.reload} />}
      {list.status === 'loading' && list.items.length === 0 && <LoadingList />}
      {list.status === 'ready' && list.items.length === 0 && <p className="border-rule border-t py-6 text-base text-soft">Nothing yet.</p>}
      {list.items.length > 0 && list.status !== 'failed' && (
        <>
          <ul className="border-rule border-t">
            {list.items.map((rate) => (
              <RateRow key={rate.id} rate={rate} />
            ))}
          </ul>
          <ShowMore
            shown={list.items.length}
            total={list.total}
            more={list.next !== undefined}
            busy={list.loadingMore}
            onMore={list.loadMore}
          />
        </>
      )}
    </section>
  )
}
