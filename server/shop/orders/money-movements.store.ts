import { inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { bookedAt } from '#contracts/shop/shop-time.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { noLaterThan } from './money-movements.ts'
import { moneyMovements } from './orders.schema.ts'

export type MoneyMovement = typeof moneyMovements.$inferSelect
export type MoneyStore = ReturnType<typeof createMoneyStore>

/** Stores money movements: payments, refunds and chargebacks. */
export function createMoneyStore(orm: Orm) {
  return {
    /** Lists the movements of attempts, the earliest first. */
    listOf: (attemptIds: string[], reader: Pick<Orm, 'select'> = orm): Promise<MoneyMovement[]> =>
      reader
        .select()
        .from(moneyMovements)
        .where(inArray(moneyMovements.attemptId, attemptIds))
        .orderBy(moneyMovements.at, moneyMovements.id),

    /** Books a movement that became known at `now`. */
    add: async (
      transaction: Transaction,
      movement: Pick<MoneyMovement, 'attemptId' | 'kind' | 'source' | 'amountMinor'> & {
        at: Date | undefined
        detail?: string | undefined
      },
      now: Date,
    ): Promise<void> => {
      const { attemptId, kind, source, amountMinor, detail = null } = movement
      const at = noLaterThan(now, movement.at)
      await transaction
        .insert(moneyMovements)
        .values({ id: uuidv7(), attemptId, kind, source, amountMinor, at, bookedAt: bookedAt(at, now), detail })
    },
  }
}
