import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { createReceiptService, type ReceiptDeps } from './receipts.service.ts'
import { createReceiptStore } from './receipts.store.ts'

/** Opens the receipts: their numbers, and the loop that mails them. */
export function openReceipts({ orm, ...deps }: Omit<ReceiptDeps, 'store'> & { orm: Orm }) {
  const receipts = createReceiptService({ store: createReceiptStore(orm), ...deps })
  const feature = { loops: [{ name: 'receipt-mail', everySeconds: 3, run: receipts.sendDue }] } satisfies Feature
  return { ...receipts, ...feature }
}
