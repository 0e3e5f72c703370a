import type { Orm, Transact } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Sale, Seller } from './receipt-email.ts'
import { createReceiptService } from './receipts.service.ts'
import { createReceiptStore } from './receipts.store.ts'

export function openReceipts({
  orm,
  ...deps
}: {
  orm: Orm
  transact: Transact
  mail: Mail
  findSale: (attemptId: string) => Promise<Sale | undefined>
  seller: Seller
  publicUrl: string
  now: () => Date
}) {
  const receipts = createReceiptService({ store: createReceiptStore(orm), ...deps })
  return { ...receipts, loops: [{ name: 'receipt-mail', everySeconds: 3, run: receipts.sendDue }] } satisfies Feature
}
