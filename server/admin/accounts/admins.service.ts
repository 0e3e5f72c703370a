import type { Admin, AdminAccount, AdminChanges, AdminFields } from '#contracts/admin/admin.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conflict, invalidRequest, notFound, ProblemError } from '#server/platform/problems.ts'
import type { RecordAccountAction } from './account-notices.ts'
import type { AdminStore } from './admins.store.ts'
import { refuseGuessable } from './guessable-password.ts'
import { hashPassword } from './passwords.ts'

type AccountChanges = Omit<AdminChanges, 'currentPassword'>
type ChangeOptions = { by?: Actor; session?: string; isPasswordShown?: boolean; codeId?: string }

export type AdminService = ReturnType<typeof createAdminService>

type Deps = {
  store: AdminStore
  endSessions: (transaction: Transaction, adminId: string, except?: string) => Promise<unknown>
  spendCodes: (transaction: Transaction, email: string, shown?: string) => Promise<void>
  record: RecordAccountAction
} & Pick<Platform, 'transact' | 'brand'>

/**
 * Creates the service for admin accounts.
 * @param endSessions ends the sessions of an admin except one
 * @param spendCodes marks all password codes of an email address as used; throws if no unused code has the id `shown`
 */
export function createAdminService(deps: Deps) {
  const { store, endSessions, spendCodes, transact, record, brand } = deps

  /**
   * Throws if a change requires the acting admin's password in the request. A new password or email address requires it, however recently
   * the password was entered.
   */
  async function requireShownPassword(id: string, { password, email }: AccountChanges) {
    const isNewEmail = email !== undefined && email !== (await store.find(id))?.email
    if (password !== undefined || isNewEmail) throw invalidRequest([{ field: 'currentPassword', message: 'Enter your own password.' }])
  }

  return {
    list: store.list,
    listAccounts: () => store.listAccounts(),

    get: async (id: string): Promise<AdminAccount> => {
      const [account] = await store.listAccounts(id)
      if (!account) throw notFound('admin account')
      return account
    },

    count: store.count,

    add: async ({ password, ...fields }: AdminFields, { by }: { by?: Actor } = {}): Promise<Admin> => {
      await refuseGuessable(password, fields, brand().name)
      const passwordHash = await hashPassword(password)
      return transact(async (transaction) => {
        const admin = await store.insert(transaction, { ...fields, passwordHash })
        if (!admin) throw emailIsTaken()
        await record(transaction, { noun: 'account', verb: 'added', subject: named(admin), by })
        return admin
      })
    },

    /**
     * Changes an account. A new password or email address ends the account's other sessions.
     * @param isPasswordShown whether the request contained the acting admin's password, which has been verified
     * @param codeId id of the emailed code that was checked instead of a password
     */
    change: async (
      id: string,
      { password, ...fields }: AccountChanges,
      { by, session, isPasswordShown, codeId }: ChangeOptions = {},
    ): Promise<Admin> => {
      if (by?.admin && !isPasswordShown) await requireShownPassword(id, { password, ...fields })
      const passwordHash = password && (await hashPassword(password))
      return transact(async (transaction) => {
        const everyone = await store.lockAll(transaction)
        const before = everyone.find((admin) => admin.id === id)
        if (!before) throw notFound('admin account')
        const email = fields.email?.toLowerCase()
        if (everyone.some((admin) => admin.id !== id && admin.email.toLowerCase() === email)) throw emailIsTaken()
        const after = { ...before, ...withoutGaps(fields) }
        const changes = [...changesBetween(before, fields), ...replaced(codeId ? { forgottenPassword: password } : { password })]
        if (changes.length === 0) return before
        if (password) await refuseGuessable(password, after, brand().name)
        await record(transaction, { noun: 'account', verb: 'changed', subject: named(after), changes, by })
        const { id: _, ...columns } = after
        await store.update(transaction, id, { ...columns, passwordHash }).catch(explainTakenEmail)
        if (password || after.email !== before.email) await endSessions(transaction, id, session)
        if (password) await spendCodes(transaction, before.email, codeId)
        return after
      })
    },

    remove: (id: string, { by }: { by?: Actor } = {}): Promise<void> =>
      transact(async (transaction) => {
        const everyone = await store.lockAll(transaction)
        const admin = everyone.find((candidate) => candidate.id === id)
        if (!admin) throw notFound('admin account')
        if (everyone.length === 1)
          throw conflict('The last admin account can’t be deleted', 'Create another account first; without one, nobody could sign in.')
        await record(transaction, { noun: 'account', verb: 'deleted', subject: named(admin), by })
        await store.remove(transaction, id)
      }),
  }
}

/** Returns the id and full name of an admin for the audit log. */
export function named({ id, firstname, lastname }: Omit<Admin, 'email'>) {
  return { id, name: `${firstname} ${lastname}` }
}

function withoutGaps<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [Name in keyof Fields]: string }
}

/** Converts the unique violation of a concurrent insert with the same email address to the error for a taken address. */
function explainTakenEmail(error: unknown): never {
  const { code } = ((error as Error).cause ?? error) as { code?: string }
  throw code === '23505' ? emailIsTaken() : error
}

export function emailIsTaken() {
  return new ProblemError(409, 'conflict', 'An account with this email address already exists', {
    errors: [{ field: 'email', message: 'An account with this email address already exists.' }],
  })
}
