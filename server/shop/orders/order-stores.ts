import type { Orm } from '#server/platform/database/database.ts'
import { createAttemptStore } from './attempts/attempts.store.ts'
import { createCopyStore } from './copies/copies.store.ts'
import { createMoneyStore } from './ledger/money-movements.ts'
import { createRefundsDueStore } from './ledger/refunds-due.store.ts'
import { createOrderStore } from './orders.store.ts'

export type OrderStores = ReturnType<typeof createOrderStores>

export function createOrderStores(orm: Orm) {
  return {
    orders: createOrderStore(orm),
    attempts: createAttemptStore(orm),
    copies: createCopyStore(),
    money: createMoneyStore(orm),
    refundsDue: createRefundsDueStore(orm),
  }
}
