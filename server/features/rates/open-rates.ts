import type { RecordAction } from '#server/platform/audit/action.ts'
import type { Orm, Transact } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { convert } from './convert.ts'
import { rateRoutes } from './rates.routes.ts'
import { createRateService } from './rates.service.ts'
import { createRateStore } from './rates.store.ts'

export function openRates({
  orm,
  ...deps
}: {
  orm: Orm
  record: RecordAction
  transact: Transact
  /** Whether some gateway takes the currency of the rates */
  isPayable: () => boolean
  now: () => Date
}) {
  const rates = createRateService({ store: createRateStore(orm), ...deps })
  const feature = { adminRoutes: [rateRoutes({ rates })] } satisfies Feature
  return { ...rates, convert, ...feature }
}
