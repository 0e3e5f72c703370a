import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { createNoticeStore } from './order-notices.store.ts'
import { createReceiptService, type ReceiptDeps, type ReceiptService } from './receipts.service.ts'
import { createReceiptStore } from './receipts.store.ts'

/** Creates the receipts feature: numbered receipts, and the workers that send receipts and other notices to buyers by email. */
export function openReceipts({ orm, ...deps }: Omit<ReceiptDeps, 'store' | 'notices'> & { orm: Orm }): ReceiptService & Feature {
  const receipts = createReceiptService({ store: createReceiptStore(orm), notices: createNoticeStore(orm), ...deps })
  return {
    ...receipts,
    workers: [
      { name: 'receipt-mail', everySeconds: 3, run: receipts.sendDue },
      { name: 'notice-mail', everySeconds: 5, run: receipts.sendNotices },
    ],
    gauges: [
      {
        name: 'lectern_receipts_unsent',
        help: 'Receipts that are not yet sent by email',
        read: async () => (await receipts.readUnsent()).count,
      },
      {
        name: 'lectern_receipt_oldest_unsent_seconds',
        help: 'Age of the oldest receipt that is not yet sent by email, in seconds',
        read: async () => (await receipts.readUnsent()).oldestSeconds,
      },
    ],
  }
}
