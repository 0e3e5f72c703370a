import type { Platform } from '#server/platform/platform.ts'
import { createAttemptStore } from './attempts/attempts.store.ts'
import { createCopyStore } from './copies/copies.store.ts'
import { createMoneyStore } from './ledger/money-movements.ts'
import { createRefundsDueStore } from './ledger/refunds-due.store.ts'
import { createOrderStore } from './orders.store.ts'

export type OrderStores = ReturnType<typeof createOrderStores>

export function createOrderStores({ orm, shopTime }: Pick<Platform, 'orm' | 'shopTime'>) {
  return {
    orders: createOrderStore(orm),
    attempts: createAttemptStore(orm),
    copies: createCopyStore(),
    money: createMoneyStore(orm, shopTime),
    refundsDue: createRefundsDueStore(orm),
  }
}
