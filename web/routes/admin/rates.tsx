import { type Rate, RateStanding } from '#contracts/shop/rate.ts'
import { read } from '#web/admin/kit/api.ts'
import { FailedList, ListBody, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { listSource, startLoadingList, useAdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { CurrentRate } from '#web/admin/rates/current-rate.tsx'
import { RateForm } from '#web/admin/rates/rate-form.tsx'
import { RateImport } from '#web/admin/rates/rate-import.tsx'
import { RateRow } from '#web/admin/rates/rate-row.tsx'
import { UnconfirmedRate } from '#web/admin/rates/unconfirmed-rate.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/rates.ts'

const source = listSource<Rate>('/rates', 'Failed to fetch rates')

export const meta = adminMeta('Rates')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { standing: startLoading(() => read(RateStanding, '/rates/standing')), history: startLoadingList(source, request.url) }
}

/** Page with the ZWG exchange rate: the current rate, the forms that add rates, and the history. */
export default function AdminRates({ loaderData }: Route.ComponentProps) {
  const { value: standing, failure, reload } = useLoaded(loaderData.standing, 'Failed to fetch the rate')
  const list = useAdminList(source, loaderData.history)

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
            empty={<p className="border-rule border-t py-6 text-base text-soft">No rates yet.</p>}
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
