import type { Rate, RateStanding } from '#contracts/rate.ts'
import { ListBody } from '#web/features/admin/kit/list/list-body.tsx'
import { FailedList, LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import { type FirstPage, useAdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { useLoaded } from '#web/features/admin/kit/use-loaded.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import { CurrentRate } from './current-rate.tsx'
import { RateForm } from './rate-form.tsx'
import { RateImport } from './rate-import.tsx'
import { RateRow } from './rate-row.tsx'
import { rateSource } from './rates-api.ts'
import { UnconfirmedRate } from './unconfirmed-rate.tsx'

/** The exchange rate of ZWG: the current one, the forms that add others, and the history. */
export function RatesPage({ standing: loading, history }: { standing: Promise<RateStanding>; history: Promise<FirstPage<Rate>> }) {
  const { value: standing, failure, reload } = useLoaded(loading, 'Failed to fetch the rate')
  const list = useAdminList(rateSource, history)

  return (
    <div className="max-w-4xl">
      <PageTitle className="mb-5">Rates</PageTitle>
      {!standing && failure && <FailedList many="rates" onRetry={reload} />}
      {!standing && !failure && <LoadingList />}
      {standing && (
        <>
          <CurrentRate standing={standing} />
          {standing.waiting && <UnconfirmedRate rate={standing.waiting} onConfirmed={reload} />}
          <div className="mt-10">
            <RateForm last={standing.current} onEntered={reload} />
            <RateImport last={standing.current} onImported={reload} />
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
