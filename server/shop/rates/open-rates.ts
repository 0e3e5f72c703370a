import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { convertPrice } from './convert-price.ts'
import { createRateService, type RateDeps } from './publish-rate.ts'
import { rateRoutes } from './rates.routes.ts'
import { createRateStore } from './rates.store.ts'

/** Opens the exchange rate feature: the history of rates and the rate that buyers are charged. */
export function openRates({ orm, ...deps }: Omit<RateDeps, 'store'> & { orm: Orm }) {
  const rates = createRateService({ store: createRateStore(orm), ...deps })
  const feature = { adminRoutes: [rateRoutes({ rates })] } satisfies Feature
  return { ...rates, convert: convertPrice, ...feature }
}
