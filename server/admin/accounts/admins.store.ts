import { and, asc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Admin } from '#contracts/admin/admin.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { admins } from './admins.schema.ts'

/** Columns of an admin that the API returns. */
export const adminColumns = { id: admins.id, firstname: admins.firstname, lastname: admins.lastname, email: admins.email }

export type NewAdmin = Omit<Admin, 'id'> & { passwordHash: string }
export type AdminStore = ReturnType<typeof createAdminStore>

export function createAdminStore(orm: Orm) {
  return {
    list: (): Promise<Admin[]> => orm.select(adminColumns).from(admins).orderBy(asc(admins.id)),

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

    /** Returns whether the account still has this password hash; locks the account until the transaction ends. */
    lockPassword: async (transaction: Transaction, id: string, passwordHash: string): Promise<boolean> => {
      const same = and(eq(admins.id, id), eq(admins.passwordHash, passwordHash))
      return (await transaction.select({ id: admins.id }).from(admins).where(same).for('share')).length > 0
    },

    /** Returns the new account, or undefined when the e-mail is taken. */
    insert: async (transaction: Transaction, admin: NewAdmin): Promise<Admin | undefined> => {
      const [row] = await transaction
        .insert(admins)
        .values({ id: uuidv7(), ...admin })
        .onConflictDoNothing()
        .returning(adminColumns)
      return row
    },

    /** Locks and returns all accounts, so that concurrent transactions can't delete the last two. */
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
