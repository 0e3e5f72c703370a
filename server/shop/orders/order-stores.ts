import type { Orm } from '#server/platform/database/database.ts'
import { type AttemptStore, createAttemptStore } from './attempts.store.ts'
import { createMoneyStore, type MoneyStore } from './money-movements.ts'
import { createOrderStore, type OrderStore } from './orders.store.ts'
import { createRefundsDueStore, type RefundsDueStore } from './refunds-due.store.ts'

export type OrderStores = ReturnType<typeof createOrderStores>

export function createOrderStores(orm: Orm) {
  return {
    orders: createOrderStore(orm),
    attempts: createAttemptStore(orm),
    money: createMoneyStore(orm),
    dues: createRefundsDueStore(orm),
  }
}
