import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { adminTotp } from './admins.schema.ts'
import type { TotpSecrets } from './totp-secrets.ts'

/** Row of a TOTP secret. `secret` is undefined if the stored secret can't be decrypted with the signing keys. */
export type TotpRow = Omit<typeof adminTotp.$inferSelect, 'secret'> & { secret: string | undefined; stored: string }
export type TotpStore = ReturnType<typeof createTotpStore>

const isOf = (adminId: string) => eq(adminTotp.adminId, adminId)

export function createTotpStore(orm: Orm, secrets: TotpSecrets) {
  return {
    find: async (adminId: string): Promise<TotpRow | undefined> => {
      const [row] = await orm.select().from(adminTotp).where(isOf(adminId))
      return row && { ...row, secret: secrets.open(adminId, row.secret)?.secret, stored: row.secret }
    },

    /** Stores an unconfirmed TOTP secret, replacing an earlier unconfirmed one. Returns false if a secret is already confirmed. */
    begin: async (adminId: string, plain: string): Promise<boolean> => {
      const secret = secrets.seal(adminId, plain)
      const { rowCount } = await orm
        .insert(adminTotp)
        .values({ adminId, secret })
        .onConflictDoUpdate({ target: adminTotp.adminId, set: { secret, createdAt: sql`now()` }, setWhere: isNull(adminTotp.confirmedAt) })
      return rowCount === 1
    },

    /** Confirms a TOTP secret. Returns false if the secret was confirmed or replaced in the meantime. */
    confirm: async (transaction: Transaction, { adminId, stored }: TotpRow, changes: Pick<TotpRow, 'lastStep' | 'recoveryDigests'>) => {
      const { rowCount } = await transaction
        .update(adminTotp)
        .set({ ...changes, confirmedAt: sql`now()` })
        .where(and(isOf(adminId), eq(adminTotp.secret, stored), isNull(adminTotp.confirmedAt)))
      return rowCount === 1
    },

    /** Marks the code of a time step as used. Returns false if this step or a later one was used before. */
    consumeStep: async (adminId: string, step: number): Promise<boolean> => {
      const { rowCount } = await orm
        .update(adminTotp)
        .set({ lastStep: step })
        .where(and(isOf(adminId), lt(adminTotp.lastStep, step)))
      return rowCount === 1
    },

    /** Marks a recovery code as used. Returns false if the account has no matching unused code. */
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

    /** Encrypts plain secrets from earlier versions, and secrets encrypted with a former signing key. */
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

    /** Deletes the TOTP secret of an account. Returns false if there was no confirmed secret. */
    remove: async (transaction: Transaction, adminId: string): Promise<boolean> => {
      const rows = await transaction.delete(adminTotp).where(isOf(adminId)).returning({ confirmedAt: adminTotp.confirmedAt })
      return rows.some(({ confirmedAt }) => confirmedAt !== null)
    },
  }
}
