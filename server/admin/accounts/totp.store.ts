import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { adminTotp } from './admins.schema.ts'
import type { TotpSecrets } from './totp-secrets.ts'

/** `secret` is undefined if the stored one can't be opened with the signing keys. */
export type TotpRow = Omit<typeof adminTotp.$inferSelect, 'secret'> & { secret: string | undefined; stored: string }
export type TotpStore = ReturnType<typeof createTotpStore>

const isOf = (adminId: string) => eq(adminTotp.adminId, adminId)

export function createTotpStore(orm: Orm, secrets: TotpSecrets) {
  return {
    find: async (adminId: string): Promise<TotpRow | undefined> => {
      const [row] = await orm.select().from(adminTotp).where(isOf(adminId))
      return row && { ...row, secret: secrets.open(adminId, row.secret)?.secret, stored: row.secret }
    },

    /** Stores an unconfirmed secret, replacing an earlier one. Returns false when a secret is confirmed already. */
    begin: async (adminId: string, plain: string): Promise<boolean> => {
      const secret = secrets.seal(adminId, plain)
      const { rowCount } = await orm
        .insert(adminTotp)
        .values({ adminId, secret })
        .onConflictDoUpdate({ target: adminTotp.adminId, set: { secret, createdAt: sql`now()` }, setWhere: isNull(adminTotp.confirmedAt) })
      return rowCount === 1
    },

    /** Confirms a secret. Returns false when it was confirmed or replaced in the meantime. */
    confirm: async (transaction: Transaction, { adminId, stored }: TotpRow, changes: Pick<TotpRow, 'lastStep' | 'recoveryDigests'>) => {
      const { rowCount } = await transaction
        .update(adminTotp)
        .set({ ...changes, confirmedAt: sql`now()` })
        .where(and(isOf(adminId), eq(adminTotp.secret, stored), isNull(adminTotp.confirmedAt)))
      return rowCount === 1
    },

    /** Marks the code of a time step as used. Returns false when this step or a later one was used before. */
    consumeStep: async (adminId: string, step: number): Promise<boolean> => {
      const { rowCount } = await orm
        .update(adminTotp)
        .set({ lastStep: step })
        .where(and(isOf(adminId), lt(adminTotp.lastStep, step)))
      return rowCount === 1
    },

    /** Uses up a recovery code. Returns false when the account has no such code. */
    consumeRecoveryCode: async (adminId: string, digest: string): Promise<boolean> => {
      const { rowCount } = await orm
        .update(adminTotp)
        .set({
          recoveryDigests: sql`array_remove(${adminTotp.recoveryDigests}, ${digest})`,
          usedRecoveryDigests: sql`array_append(${adminTotp.usedRecoveryDigests}, ${digest})`,
        })
        .where(and(isOf(adminId), sql`${digest} = any(${adminTotp.recoveryDigests})`))
      return rowCount === 1
    },

    isUsedRecoveryCode: async (adminId: string, digest: string): Promise<boolean> =>
      (await orm.$count(adminTotp, and(isOf(adminId), sql`${digest} = any(${adminTotp.usedRecoveryDigests})`))) > 0,

    /** Seals secrets of earlier versions, and those that are sealed with a former signing key. */
    sealAll: async (): Promise<void> => {
      for (const { adminId, secret: stored } of await orm.select().from(adminTotp)) {
        const opened = secrets.open(adminId, stored)
        if (!opened || opened.isCurrent) continue
        await orm
          .update(adminTotp)
          .set({ secret: secrets.seal(adminId, opened.secret) })
          .where(and(isOf(adminId), eq(adminTotp.secret, stored)))
      }
    },

    /** Removes the secret of an account. Returns false when there was no confirmed secret. */
    remove: async (transaction: Transaction, adminId: string): Promise<boolean> => {
      const rows = await transaction.delete(adminTotp).where(isOf(adminId)).returning({ confirmedAt: adminTotp.confirmedAt })
      return rows.some(({ confirmedAt }) => confirmedAt !== null)
    },
  }
}
