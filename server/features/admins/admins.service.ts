import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Admin, AdminFields, LoginRequest, LoginResponse } from '#contracts/admin.ts'
import { conflict, notFound, ProblemError } from '#server/platform/http/problems.ts'
import type { AdminStore } from './admins.store.ts'
import { checkPassword, hashPassword } from './passwords.ts'

/** Failed tries to sign in that one network address, or one e-mail, has within the window. */
const MAX_FAILURES = 10
const WINDOW_SECONDS = 60

export type AdminService = ReturnType<typeof createAdminService>

export function createAdminService({ store, sessionHours }: { store: AdminStore; sessionHours: number }) {
  async function add({ password, ...fields }: AdminFields): Promise<Admin> {
    const admin = await store.insert({ ...fields, passwordHash: await hashPassword(password) })
    if (!admin) {
      throw new ProblemError(409, 'conflict', 'There is an account with this e-mail already', {
        errors: [{ field: 'email', message: 'There is an account with this e-mail already.' }],
      })
    }
    return admin
  }

  return {
    list: store.list,
    count: store.count,
    add,
    purge: store.purge,

    remove: async (id: string): Promise<void> => {
      const outcome = await store.remove(id)
      if (outcome === 'missing') throw notFound('admin account')
      if (outcome === 'last')
        throw conflict('The last admin account can’t be deleted', 'Create another account first; without one, nobody could sign in.')
    },

    /** Answers a new token. Only its digest is stored, so that a copy of the database opens nothing. */
    login: async ({ email, password }: LoginRequest, address: string): Promise<LoginResponse> => {
      // The try is counted before it is made: a hundred at the same moment get no further than a hundred in a row.
      const attempt = randomUUID()
      const keys = [`address ${address}`, `email ${digest(email.toLowerCase())}`]
      if ((await store.recordAttempt(attempt, keys, WINDOW_SECONDS)) > MAX_FAILURES) throw tooManyTries()

      const account = await store.findByEmail(email)
      if (!(await checkPassword(account?.passwordHash, password)) || !account) {
        throw new ProblemError(401, 'invalid_credentials', 'Invalid credentials')
      }
      await store.forgetAttempt(attempt)
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(Date.now() + sessionHours * 3_600_000)
      await store.insertSession({ tokenDigest: digest(token), adminId: account.id, expiresAt })
      const { passwordHash: _, ...admin } = account
      return { token, expiresAt: expiresAt.toISOString(), admin }
    },

    logout: (token: string) => store.removeSession(digest(token)),

    /** The admin who signed in with this token, unless it has run out or was revoked. */
    authenticate: (token: string): Promise<Admin | undefined> => store.findBySession(digest(token)),
  }
}

function tooManyTries() {
  return new ProblemError(429, 'too_many_requests', 'Too many tries to sign in', {
    detail: 'Wait a minute, then try again.',
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  })
}

function digest(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}
