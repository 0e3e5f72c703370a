import { randomBytes } from 'node:crypto'
import type { Admin, LoginRequest, LoginResponse, Session } from '#contracts/admin.ts'
import type { Action, Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { AdminStore } from './admins.store.ts'
import { browserName } from './browser-name.ts'
import type { TakeTurn } from './hashing-queue.ts'
import type { KnownOriginStore } from './known-origins.store.ts'
import { deviceOrigin, type Origin, originsOf } from './origin.ts'
import { takeTurn as takeHashingTurn, type VerifyPassword, verifyPassword as verifyHashedPassword } from './passwords.ts'
import type { SessionStore } from './sessions.store.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import type { TotpService } from './totp.service.ts'

/** Where somebody signs in from; `device` is of `deviceToken`. */
type SignInOrigin = { address: string; device: string | undefined; userAgent: string }

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService({
  store,
  knownOrigins,
  rateLimits,
  findAccount,
  holdPassword,
  checkCode,
  transact,
  record,
  recordRefusal,
  sessionHours,
  takeTurn = takeHashingTurn,
  verifyPassword = verifyHashedPassword,
}: {
  store: SessionStore
  knownOrigins: KnownOriginStore
  rateLimits: RateLimits
  findAccount: AdminStore['findByEmail']
  holdPassword: AdminStore['holdPassword']
  /** Why somebody with the right password is not signed in yet, if so */
  checkCode: TotpService['check']
  transact: Transact
  record: RecordAction
  recordRefusal: (action: Action) => Promise<void>
  sessionHours: number
  takeTurn?: TakeTurn
  verifyPassword?: VerifyPassword
}) {
  const limits = createSignInLimits(rateLimits)

  async function signIn({ email, password, code }: LoginRequest, { address, device, userAgent }: SignInOrigin, known: Origin | undefined) {
    // Counted as failed before it is made: a hundred at the same moment get no further than a hundred in a row.
    const counted = await limits.count({ email, address }, known)
    const account = await findAccount(email)
    if (!(await verifyPassword(account?.passwordHash, password)) || !account) {
      await recordRefusal({ noun: 'session', verb: 'refused', subject: { name: email }, by: { address } })
      throw invalidCredentials()
    }
    const refusal = await checkCode(account.id, code)
    if (refusal && code !== undefined) {
      await recordRefusal({ noun: 'session', verb: 'refused', subject: { name: email }, by: { address } })
      throw refusal
    }
    await rateLimits.forget(counted.id)
    if (refusal) throw refusal
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(Date.now() + sessionHours * 3_600_000)
    const { passwordHash, ...admin } = account
    await transact(async (transaction) => {
      // Replaced while it was verified: this session would outlive those that the new password ended.
      if (!(await holdPassword(transaction, admin.id, passwordHash))) throw invalidCredentials()
      const browser = browserName(userAgent)
      await store.insert(transaction, { tokenDigest: digest(token), adminId: admin.id, expiresAt, address, browser })
      await knownOrigins.remember(transaction, admin.id, originsOf({ address, device }))
      await record(transaction, { noun: 'session', verb: 'started', subject: named(admin), by: { admin: named(admin), address } })
    })
    return { token, expiresAt: expiresAt.toISOString(), admin }
  }

  return {
    /** The token by which a browser is known: the one that it has, if anybody signed in with it, else a new one. */
    deviceToken: async (held: string | undefined): Promise<string> => {
      // One that is not ours may have been put there by somebody who would know it.
      if (held && (await knownOrigins.isKnown(deviceOrigin(held)))) return held
      return randomBytes(32).toString('base64url')
    },

    /**
     * Answers a new token. Only its digest is stored, so that a copy of the database opens nothing.
     * @param device of `deviceToken`: the browser is known by it from now on
     */
    login: async (credentials: LoginRequest, address: string, userAgent = '', device?: string): Promise<LoginResponse> => {
      const known = await knownOrigins.findFirst(credentials.email, originsOf({ address, device }))
      // Whatever it takes is done in turn: a crowd that signs in is answered one by one, and no more of it than can wait.
      return takeTurn(() => signIn(credentials, { address, device, userAgent }, known), { goesFirst: known !== undefined })
    },

    logout: (token: string, { by }: { by?: Actor | undefined } = {}): Promise<void> =>
      transact(async (transaction) => {
        const owner = await store.remove(transaction, { tokenDigest: digest(token) })
        if (owner) await record(transaction, { noun: 'session', verb: 'left', subject: named(owner), by })
      }),

    /** The session of this token and whose it is, unless it has run out or was ended. */
    authenticate: async (token: string, address: string): Promise<{ id: string; admin: Admin } | undefined> => {
      const session = await store.find(digest(token))
      if (session?.isStale) await store.touch(session.id, address)
      return session
    },

    /** Who is signed in where. */
    list: async (current: string | undefined): Promise<Session[]> =>
      (await store.list()).map(({ admin, createdAt, lastUsedAt, expiresAt, ...session }) => ({
        ...session,
        admin,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: session.id === current,
      })),

    end: (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> =>
      transact(async (transaction) => {
        const owner = await store.remove(transaction, { id })
        if (!owner) throw notFound('session')
        await record(transaction, { noun: 'session', verb: 'ended', subject: named(owner), by })
      }),

    /** Ends every session of an admin but this one. */
    endOthers: (admin: Admin, current: string, { by }: { by?: Actor | undefined } = {}): Promise<void> =>
      transact(async (transaction) => {
        const ended = await store.removeOthers(transaction, admin.id, current)
        if (ended > 0) await record(transaction, { noun: 'session', verb: 'others_ended', subject: named(admin), by })
      }),

    /** Removes sessions that have run out, and forgets where nobody signed in from for long. */
    purge: async () => {
      await store.purge()
      await knownOrigins.purge()
    },
  }
}

function invalidCredentials() {
  return new ProblemError(401, 'invalid_credentials', 'Invalid credentials')
}

function named({ id, firstname, lastname }: Admin) {
  return { id, name: `${firstname} ${lastname}` }
}
