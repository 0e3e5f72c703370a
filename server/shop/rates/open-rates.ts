import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { createCurrentRates } from './current-rate.ts'
import { createImportRates } from './import-rates.ts'
import { createRatePublication, type PublishDeps } from './publish-rate.ts'
import { rateRoutes } from './rates.routes.ts'
import { createRateStore } from './rates.store.ts'

export type Rates = ReturnType<typeof openRates>

/**
 * Creates the exchange rate feature: the history of rates and the rate for current sales.
 * @param isPayable whether any gateway accepts the currency of the rates
 * @param isOffered whether the owner offers payments in it
 */
export function openRates({
  orm,
  isPayable,
  isOffered,
  ...given
}: Omit<PublishDeps, 'store'> & { orm: Orm; isPayable: () => boolean; isOffered: () => boolean }) {
  const deps = { ...given, store: createRateStore(orm) }
  const rates = {
    ...createCurrentRates({ ...deps, isPayable, isOffered }),
    ...createRatePublication(deps),
    importTable: createImportRates(deps),
  }
  const feature = { adminRoutes: [rateRoutes(rates)] } satisfies Feature
  return { ...rates, ...feature }
}
