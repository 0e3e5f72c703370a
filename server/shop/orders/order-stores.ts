import type { Orm } from '#server/platform/database/database.ts'
import { createAttemptStore } from './attempts.store.ts'
import { createMoneyStore } from './money-movements.ts'
import { createOrderStore } from './orders.store.ts'
import { createRefundsDueStore } from './refunds-due.store.ts'

export type OrderStores = ReturnType<typeof createOrderStores>

export function createOrderStores(orm: Orm) {
  return {
    orders: createOrderStore(orm),
    attempts: createAttemptStore(orm),
    money: createMoneyStore(orm),
    dues: createRefundsDueStore(orm),
  }
}
