import { ListBody } from '#web/features/admin/kit/list/list-body.tsx'
import { FailedList, LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import { useAdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { useRead } from '#web/features/admin/kit/use-read.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import { CurrentRate } from './current-rate.tsx'
import { RateForm } from './rate-form.tsx'
import { RateImport } from './rate-import.tsx'
import { RateRow } from './rate-row.tsx'
import { fetchStanding, rateSource } from './rate-source.ts'
import { UnconfirmedRate } from './unconfirmed-rate.tsx'

/** What ZWG costs: the rate that counts, the way to enter another, and all there were. */
export function RatesPage() {
  const { value: standing, failure, reload } = useRead(fetchStanding, 'Failed to fetch the rate')
  const list = useAdminList(rateSource, { q: '', shown: true })

  function refresh() {
    reload()
    list.reload()
  }

  return (
    <div className="max-w-4xl">
      <PageTitle className="mb-5">Rates</PageTitle>
      {!standing && failure && <FailedList many="rates" onRetry={refresh} />}
      {!standing && !failure && <LoadingList />}
      {standing && (
        <>
          <CurrentRate standing={standing} />
          {standing.waiting && <UnconfirmedRate rate={standing.waiting} onConfirmed={refresh} />}
          <div className="mt-10">
            <RateForm last={standing.current} onEntered={refresh} />
            <RateImport last={standing.current} onImported={refresh} />
          </div>
          <h2 className="mt-10 mb-3 text-2xl">History</h2>
          <ListBody
            list={list}
            label="History"
            many="rates"
            empty={<p className="border-rule border-t py-6 text-base text-soft">Nothing yet.</p>}
          >
            {(rates) => (
              <ul className="border-rule border-t">
                {rates.map((rate) => (
                  <RateRow key={rate.id} rate={rate} />
                ))}
              </ul>
            )}
          </ListBody>
        </>
      )}
    </div>
  )
}
