import type { Orm } from '#server/platform/database/database.ts'
import { createEmailCodes } from '#server/platform/email-codes/email-codes.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { purchaseRoutes } from './purchases.routes.ts'
import { purchaseCodes } from './purchases.schema.ts'
import { createPurchaseService, type PurchaseDeps } from './purchases.service.ts'

/** Opens the purchases feature: lists the items that a browser owns, and lets another browser claim them by e-mail. */
export function openPurchases({
  orm,
  rateLimits,
  now,
  ...deps
}: Omit<PurchaseDeps, 'codes'> & { orm: Orm; rateLimits: RateLimits; now: () => Date }) {
  const codes = createEmailCodes({ orm, table: purchaseCodes, purpose: 'code', rateLimits, now })
  const purchases = createPurchaseService({ codes, ...deps })
  return {
    publicRoutes: [purchaseRoutes({ purchases })],
    jobs: [{ name: 'code-purge', cron: '53 * * * *', run: purchases.purge }],
  } satisfies Feature
}
