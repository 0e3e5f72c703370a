import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Admin, AdminAccount } from '#contracts/admin/admin.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { adminInvitations, admins, adminTotp } from './admins.schema.ts'

/** Columns of an admin that the API returns. */
export const adminColumns = { id: admins.id, firstname: admins.firstname, lastname: admins.lastname, email: admins.email }

export type NewAdmin = Omit<Admin, 'id'> & { passwordHash: string }
export type AdminStore = ReturnType<typeof createAdminStore>

export function createAdminStore(orm: Orm) {
  return {
    list: (): Promise<Admin[]> => orm.select(adminColumns).from(admins).orderBy(asc(admins.id)),

    /** Lists all accounts, or only the one with the given id. */
    listAccounts: async (id?: string): Promise<AdminAccount[]> => {
      const rows = await orm
        .select({ ...adminColumns, lastSignInAt: admins.lastSignInAt, hasTwoStep: sql<boolean>`${adminTotp.adminId} is not null` })
        .from(admins)
        .leftJoin(adminTotp, and(eq(adminTotp.adminId, admins.id), isNotNull(adminTotp.confirmedAt)))
        .where(id === undefined ? undefined : eq(admins.id, id))
        .orderBy(asc(admins.id))
      return rows.map(({ lastSignInAt, ...account }) => ({ ...account, lastSignInAt: lastSignInAt?.toISOString() ?? null }))
    },

    count: (): Promise<number> => orm.$count(admins),

    findByEmail: async (email: string) => {
      const [row] = await orm
        .select({ ...adminColumns, passwordHash: admins.passwordHash })
        .from(admins)
        .where(eq(sql`lower(${admins.email})`, email.toLowerCase()))
      return row
    },

    find: async (id: string): Promise<Admin | undefined> => (await orm.select(adminColumns).from(admins).where(eq(admins.id, id)))[0],

    findPasswordHash: async (id: string): Promise<string | undefined> =>
      (await orm.select({ passwordHash: admins.passwordHash }).from(admins).where(eq(admins.id, id)))[0]?.passwordHash,

    /** Records a sign-in unless the account's password hash has changed; locks the account until the transaction ends. */
    recordSignIn: async (transaction: Transaction, id: string, passwordHash: string): Promise<boolean> => {
      const same = and(eq(admins.id, id), eq(admins.passwordHash, passwordHash))
      return (await transaction.update(admins).set({ lastSignInAt: sql`now()` }).where(same)).rowCount === 1
    },

    /** Inserts an account and returns it, or undefined if the email address is taken. Deletes a pending invitation of the email address. */
    insert: async (transaction: Transaction, admin: NewAdmin): Promise<Admin | undefined> => {
      const [row] = await transaction
        .insert(admins)
        .values({ id: uuidv7(), ...admin })
        .onConflictDoNothing()
        .returning(adminColumns)
      await transaction.delete(adminInvitations).where(eq(sql`lower(${adminInvitations.email})`, admin.email.toLowerCase()))
      return row
    },

    /** Locks and returns all accounts, so that concurrent transactions can't delete the last two accounts. */
    lockAll: (transaction: Transaction): Promise<Admin[]> => transaction.select(adminColumns).from(admins).orderBy(admins.id).for('update'),

    update: async (transaction: Transaction, id: string, changes: Partial<NewAdmin>) => {
      await transaction.update(admins).set(changes).where(eq(admins.id, id))
    },

    /** Deletes an account together with its sessions. */
    remove: async (transaction: Transaction, id: string) => {
      await transaction.delete(admins).where(eq(admins.id, id))
    },
  }
}
