import { randomBytes } from 'node:crypto'
import type { Admin, LoginRequest, LoginResponse } from '#contracts/admin.ts'
import type { Session } from '#contracts/session.ts'
import type { Action, Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { notFound, ProblemError, tooManyRequests } from '#server/platform/http/problems.ts'
import type { Tries } from '#server/platform/tries/tries.store.ts'
import type { AdminStore } from './admins.store.ts'
import { browserName } from './browser-name.ts'
import { checkPassword } from './passwords.ts'
import type { SessionStore } from './sessions.store.ts'
import type { TotpService } from './totp.service.ts'

/** Failed tries to sign in that one network, or one e-mail address, has. */
const FAILURES = { most: 10, seconds: 60 }

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService({
  store,
  tries,
  findAccount,
  checkCode,
  transact,
  record,
  recordRefusal,
  sessionHours,
}: {
  store: SessionStore
  tries: Tries
  findAccount: AdminStore['findByEmail']
  /** Why somebody with the right password is not signed in yet, if so */
  checkCode: TotpService['check']
  transact: Transact
  record: RecordAction
  recordRefusal: (action: Action) => Promise<void>
  sessionHours: number
}) {
  return {
    /** Answers a new token. Only its digest is stored, so that a copy of the database opens nothing. */
    login: async ({ email, password, code }: LoginRequest, address: string, userAgent = ''): Promise<LoginResponse> => {
      // Counted as failed before it is made: a hundred at the same moment get no further than a hundred in a row.
      const keys = [`sign-in from ${networkOf(address)}`, `sign-in as ${digest(email.toLowerCase())}`]
      const counted = await tries.count(keys.map((key) => ({ key, ...FAILURES })))
      if (counted.met) throw tooManyTries(counted.met.waitSeconds)

      const account = await findAccount(email)
      if (!(await checkPassword(account?.passwordHash, password)) || !account) {
        await recordRefusal({ noun: 'session', verb: 'refused', subject: { name: email }, by: { address } })
        throw new ProblemError(401, 'invalid_credentials', 'Invalid credentials')
      }
      const refusal = await checkCode(account.id, code)
      if (refusal && code !== undefined) {
        await recordRefusal({ noun: 'session', verb: 'refused', subject: { name: email }, by: { address } })
        throw refusal
      }
      await tries.forget(counted.id)
      if (refusal) throw refusal
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(Date.now() + sessionHours * 3_600_000)
      const { passwordHash: _, ...admin } = account
      const browser = browserName(userAgent)
      await transact(async (transaction) => {
        await store.insert(transaction, { tokenDigest: digest(token), adminId: admin.id, expiresAt, address, browser })
        await record(transaction, { noun: 'session', verb: 'started', subject: named(admin), by: { admin: named(admin), address } })
      })
      return { token, expiresAt: expiresAt.toISOString(), admin }
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

    /** Removes what has run out. */
    purge: store.purge,
  }
}

function named({ id, firstname, lastname }: Admin) {
  return { id, name: `${firstname} ${lastname}` }
}

function tooManyTries(waitSeconds: number) {
  return tooManyRequests('Too many tries to sign in', waitSeconds, { detail: 'Wait a minute, then try again.' })
}
