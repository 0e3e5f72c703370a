import { and, eq, sql } from 'drizzle-orm'
import type { TestGatewayState } from '#contracts/shop/test-gateway.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { testGatewayPayments } from './test-gateway.schema.ts'

export type TestGatewayPayment = typeof testGatewayPayments.$inferSelect
export type TestGatewayChange = Pick<TestGatewayPayment, 'state' | 'nextState' | 'stateAt'>

/** Stores the payments of the test gateway. */
export type TestGatewayStore = ReturnType<typeof createTestGatewayStore>

export function createTestGatewayStore(orm: Orm) {
  return {
    /** Idempotent */
    insert: async (payment: TestGatewayPayment) => {
      await orm.insert(testGatewayPayments).values(payment).onConflictDoNothing()
    },
    find: async (reference: string): Promise<TestGatewayPayment | undefined> =>
      (await orm.select().from(testGatewayPayments).where(eq(testGatewayPayments.reference, reference)))[0],
    /** Updates a test payment. Returns false, without a change, when the payment is no longer in the state `from`. */
    update: async (reference: string, from: { state: TestGatewayState; nextState: TestGatewayState | null }, to: TestGatewayChange) => {
      const asBefore = and(
        eq(testGatewayPayments.reference, reference),
        eq(testGatewayPayments.state, from.state),
        sql`${testGatewayPayments.nextState} is not distinct from ${from.nextState}`,
      )
      return (await orm.update(testGatewayPayments).set(to).where(asBefore)).rowCount === 1
    },
  }
}
