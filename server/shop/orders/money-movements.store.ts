import { inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { bookedAt } from '#contracts/shop/shop-time.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { noLaterThan } from './money-movements.ts'
import { moneyMovements } from './orders.schema.ts'
import type { Reader } from './orders.store.ts'

export type MoneyMovement = typeof moneyMovements.$inferSelect
type NewMovement = Pick<MoneyMovement, 'attemptId' | 'kind' | 'source' | 'amountMinor'> & {
  at: Date | undefined
  detail?: string | undefined
}

/** Stores money movements: payments, refunds and chargebacks. */
export type MoneyStore = {
  /** Lists the movements of attempts, the earliest first. */
  listOf: (attemptIds: string[], reader?: Reader) => Promise<MoneyMovement[]>
  /** Books a movement that became known at `now`. */
  add: (transaction: Transaction, movement: NewMovement, now: Date) => Promise<void>
}

export function createMoneyStore(orm: Orm): MoneyStore {
  return {
    listOf: (attemptIds, reader = orm) =>
      reader
        .select()
        .from(moneyMovements)
        .where(inArray(moneyMovements.attemptId, attemptIds))
        .orderBy(moneyMovements.at, moneyMovements.id),

    add: async (transaction, { attemptId, kind, source, amountMinor, detail = null, ...movement }, now) => {
      const at = noLaterThan(now, movement.at)
      await transaction
        .insert(moneyMovements)
        .values({ id: uuidv7(), attemptId, kind, source, amountMinor, at, bookedAt: bookedAt(at, now), detail })
    },
  }
}
