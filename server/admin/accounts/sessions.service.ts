import { randomBytes } from 'node:crypto'
import type { Admin, LoginRequest, LoginResponse, Session } from '#contracts/admin/admin.ts'
import type { Action, Actor } from '#server/platform/audit/action.ts'
import { digest } from '#server/platform/digest.ts'
import type { Platform } from '#server/platform/platform.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import type { RecordAccountAction } from './account-notices.ts'
import { named } from './admins.service.ts'
import type { AdminStore } from './admins.store.ts'
import { browserName } from './browser-name.ts'
import type { HashingQueue } from './hashing-queue.ts'
import type { KnownSourceStore } from './known-sources.store.ts'
import { queueHashing as queueHashingByDefault, type VerifyPassword, verifyPassword as verifyHashedPassword } from './passwords.ts'
import type { AdminSession } from './require-admin.ts'
import type { SessionStore } from './sessions.store.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { deviceSource, isDevice, type SignInSource, sourcesOf } from './sign-in-source.ts'
import type { TotpService } from './totp.service.ts'

/** Client that signs in. `device` is a token from `deviceToken`. */
type SignInClient = { ip: string; device: string | undefined; userAgent: string }

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService({
  store,
  knownSources,
  rateLimits,
  findAccount,
  recordSignIn,
  checkCode,
  transact,
  record,
  recordRefusal,
  sessionHours,
  queueHashing = queueHashingByDefault,
  verifyPassword = verifyHashedPassword,
}: {
  store: SessionStore
  knownSources: KnownSourceStore
  findAccount: AdminStore['findByEmail']
  recordSignIn: AdminStore['recordSignIn']
  /** Checks the two-step code after the password. Returns the problem with a missing or wrong code; undefined if sign-in may proceed */
  checkCode: TotpService['check']
  record: RecordAccountAction
  recordRefusal: (action: Action) => Promise<void>
  sessionHours: number
  queueHashing?: HashingQueue
  verifyPassword?: VerifyPassword
} & Pick<Platform, 'rateLimits' | 'transact'>) {
  const limits = createSignInLimits(rateLimits)

  /** @param counted the attempt, which is no longer counted once the password and the code are right */
  async function signIn(
    { email, password, code }: LoginRequest,
    { ip, device, userAgent }: SignInClient,
    { known, counted }: { known: SignInSource | undefined; counted: { id: string } },
  ) {
    const account = await findAccount(email)
    if (!(await verifyPassword(account?.passwordHash, password)) || !account) {
      await recordRefusal({ noun: 'session', verb: 'refused', subject: { name: email }, by: { address: ip } })
      throw invalidCredentials()
    }
    const refusal = await checkCode(account.id, code, { known, ip })
    if (refusal?.isFailure) {
      await recordRefusal({ noun: 'session', verb: 'refused', subject: { name: email }, by: { address: ip } })
      throw refusal.problem
    }
    await rateLimits.forget(counted.id)
    if (refusal) throw refusal.problem
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(Date.now() + sessionHours * 3_600_000)
    const { passwordHash, ...admin } = account
    await transact(async (transaction) => {
      // A password that is replaced during verification must not start a session, since that session would survive the password change.
      if (!(await recordSignIn(transaction, admin.id, passwordHash))) throw invalidCredentials()
      const browser = browserName(userAgent)
      await store.insert(transaction, { tokenDigest: digest(token), adminId: admin.id, expiresAt, address: ip, browser })
      await knownSources.remember(transaction, admin.id, sourcesOf({ ip, device }))
      await record(transaction, { noun: 'session', verb: 'started', subject: named(admin), by: { admin: named(admin), address: ip } })
    })
    return { token, expiresAt: expiresAt.toISOString(), admin }
  }

  return {
    /** Returns the token that identifies a browser: the presented token if an admin has signed in with it, otherwise a new token. */
    deviceToken: async (presented: string | undefined): Promise<string> => {
      // Unknown tokens are replaced, since they may have been planted by an attacker who knows them.
      if (presented && (await knownSources.isKnown(deviceSource(presented)))) return presented
      return randomBytes(32).toString('base64url')
    },

    /**
     * Starts a session and returns its token. Only the digest is stored, so that a copy of the database grants no access.
     * @param device the token from `deviceToken`, by which the browser is recognized from now on
     */
    login: async (credentials: LoginRequest, ip: string, userAgent = '', device?: string): Promise<LoginResponse> => {
      const known = await knownSources.findFirst(credentials.email, sourcesOf({ ip, device }))
      // Attempts are counted as failed before the password is checked, so that concurrent attempts can't exceed the limit, and before they
      // wait, so that attempts beyond a limit take no place in the queue.
      const counted = await limits.count({ email: credentials.email, ip }, known)
      let began = false
      const attempt = () => {
        began = true
        return signIn(credentials, { ip, device, userAgent }, { known, counted })
      }
      try {
        // Known networks have no priority, since response times in a flood would reveal to their other users which addresses have an
        // account.
        return await queueHashing(attempt, { prioritized: isDevice(known) })
      } catch (error) {
        if (!began) await rateLimits.forget(counted.id)
        throw error
      }
    },

    logout: (token: string, { by }: { by?: Actor } = {}): Promise<void> =>
      transact(async (transaction) => {
        const owner = await store.remove(transaction, { tokenDigest: digest(token) })
        if (owner) await record(transaction, { noun: 'session', verb: 'left', subject: named(owner), by })
      }),

    /** Returns the session and the admin of a token, unless the session has expired or was ended. */
    authenticate: async (token: string, ip: string): Promise<AdminSession | undefined> => {
      const session = await store.find(digest(token))
      if (session?.isStale) await store.touch(session.id, ip)
      return session
    },

    /** Lists the sessions of all admins. */
    list: async (current: string | undefined): Promise<Session[]> =>
      (await store.list()).map(({ admin, createdAt, lastUsedAt, expiresAt, ...session }) => ({
        ...session,
        admin,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: session.id === current,
      })),

    end: (id: string, { by }: { by?: Actor } = {}): Promise<void> =>
      transact(async (transaction) => {
        const owner = await store.remove(transaction, { id })
        if (!owner) throw notFound('session')
        await record(transaction, { noun: 'session', verb: 'ended', subject: named(owner), by })
      }),

    /** Ends all sessions of an admin except the current one. */
    endOthers: (admin: Admin, current: string, { by }: { by?: Actor } = {}): Promise<void> =>
      transact(async (transaction) => {
        const ended = await store.removeOthers(transaction, admin.id, current)
        if (ended > 0) await record(transaction, { noun: 'session', verb: 'others_ended', subject: named(admin), by })
      }),

    /** Deletes expired sessions, and sign-in sources that are past their retention time. */
    purge: async () => {
      await store.purge()
      await knownSources.purge()
    },
  }
}

function invalidCredentials() {
  return new ProblemError(401, 'invalid_credentials', 'Invalid credentials')
}
