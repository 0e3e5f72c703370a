import { and, eq, sql } from 'drizzle-orm'
import type { SandboxState } from '#contracts/shop/test-gateway.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { sandboxPayments } from './test-gateway.schema.ts'

export type SandboxPayment = typeof sandboxPayments.$inferSelect
export type SandboxChange = Pick<SandboxPayment, 'state' | 'nextState' | 'stateAt'>

/** Stores the payments of the test gateway. */
export type SandboxStore = {
  /** Idempotent */
  insert: (payment: SandboxPayment) => Promise<void>
  find: (reference: string) => Promise<SandboxPayment | undefined>
  /** @returns false, without a change, when the payment is no longer in the state `from` */
  update: (reference: string, from: { state: SandboxState; nextState: SandboxState | null }, to: SandboxChange) => Promise<boolean>
}

export function createSandboxStore(orm: Orm): SandboxStore {
  return {
    insert: async (payment) => {
      await orm.insert(sandboxPayments).values(payment).onConflictDoNothing()
    },
    find: async (reference) => (await orm.select().from(sandboxPayments).where(eq(sandboxPayments.reference, reference)))[0],
    update: async (reference, from, to) => {
      const asBefore = and(
        eq(sandboxPayments.reference, reference),
        eq(sandboxPayments.state, from.state),
        sql`${sandboxPayments.nextState} is not distinct from ${from.nextState}`,
      )
      return (await orm.update(sandboxPayments).set(to).where(asBefore)).rowCount === 1
    },
  }
}
