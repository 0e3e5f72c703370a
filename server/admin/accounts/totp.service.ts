import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Admin, TotpSecret, TotpState } from '#contracts/admin/admin.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { siteNetworkOf } from '#server/platform/http/ip-networks.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conflict, invalidRequest, notFound, ProblemError, tooManyRequests } from '#server/platform/problems.ts'
import type { RecordAccountAction } from './account-notices.ts'
import { named } from './admins.service.ts'
import type { SignInSource } from './sign-in-source.ts'
import type { TotpRow, TotpStore } from './totp.store.ts'

/** TOTP parameters that every authenticator app supports: six digits, SHA-1, a new code every 30 seconds (RFC 6238). */
const PERIOD = 30
const TOTP_DIGITS = 6
/** Number of TOTP time steps by which the clock of a phone may differ. */
const WINDOW = 1
const RECOVERY_CODES = 10
/**
 * Size of recovery codes: 80 bits, or sixteen letters and digits. Such codes are infeasible to guess, so unsalted digests are sufficient.
 */
const RECOVERY_BYTES = 10

/** Limit of wrong codes per rate limit key. Only attempts with the right password are counted. */
const FAILURES = { max: 10, seconds: 3600 }
const WRONG = 'This code is wrong, or was used before. Wait for the next code of your authenticator app, or enter another recovery code.'
const UNREADABLE =
  'Codes of the authenticator app can’t be checked since the signing key of the server was replaced. Enter a recovery code.'

/**
 * Result of a code check. A code is `used` if it was accepted before, for example for the first of two clicks, and does not count as a
 * guess.
 */
type CodeResult = 'right' | 'used' | 'wrong'
type CodeRefusal = { problem: ProblemError; isFailure: boolean }
/** Client that signs in. `known` is the source if the account has signed in from it before. */
type CodeClient = { known: SignInSource | undefined; ip: string }

export type TotpService = ReturnType<typeof createTotpService>

type Deps = {
  store: TotpStore
  findAdmin: (id: string) => Promise<Admin | undefined>
  endSessions: (transaction: Transaction, adminId: string, except?: string) => Promise<unknown>
  record: RecordAccountAction
  /** Returns the name of the shop, which authenticator apps display */
  issuer: () => string
  now?: () => Date
} & Pick<Platform, 'rateLimits' | 'transact'>

/**
 * Creates the service for two-step sign-in: a code from an authenticator app in addition to the password, for accounts with two-step
 * sign-in turned on.
 * @param endSessions ends the sessions of an admin except one
 */
export function createTotpService(deps: Deps) {
  const { store, findAdmin, endSessions, rateLimits, transact, record, issuer, now = () => new Date() } = deps

  /** Counts an attempt before checking the code, so that concurrent attempts can't exceed the limit. */
  async function checkCounted(key: string, check: () => Promise<CodeResult>): Promise<CodeResult> {
    const counted = await rateLimits.count([{ key, ...FAILURES }])
    if (counted.exceeded) throw tooManyRequests('Too many wrong codes', counted.exceeded.waitSeconds, { detail: 'Try again later.' })
    const result = await check()
    if (result !== 'wrong') await rateLimits.forget(counted.id)
    return result
  }

  async function consumeCode({ adminId, secret }: TotpRow, code: string): Promise<CodeResult> {
    const step = secret === undefined ? undefined : stepOf(code, secret, now())
    if (step !== undefined) return (await store.consumeStep(adminId, step)) ? 'right' : 'used'
    if (await store.consumeRecoveryCode(adminId, digest(code))) return 'right'
    return (await store.isUsedRecoveryCode(adminId, digest(code))) ? 'used' : 'wrong'
  }

  async function switchOff(id: string, by: Actor | undefined): Promise<void> {
    const admin = await findAdmin(id)
    if (!admin) throw notFound('admin account')
    await transact(async (transaction) => {
      if (await store.remove(transaction, id)) await recordSwitch(record, transaction, admin, { to: false, by })
    })
  }

  return {
    state: async (adminId: string): Promise<TotpState> => {
      const own = await store.find(adminId)
      return own?.confirmedAt ? { isOn: true, recoveryCodes: own.recoveryDigests.length } : { isOn: false, recoveryCodes: 0 }
    },

    /** Returns a new secret for the admin's authenticator app. Codes are required after the secret is confirmed. */
    begin: async (admin: Admin): Promise<TotpSecret> => {
      const secret = newSecret()
      if (!(await store.begin(admin.id, secret))) throw isOnAlready()
      return { secret, uri: totpUri(secret, { issuer: issuer(), label: admin.email }) }
    },

    /**
     * Turns on two-step sign-in and returns the recovery codes, which are stored only as digests. Sessions other than `session` end, since
     * they were started without a code.
     */
    confirm: async (admin: Admin, code: string, { by, session }: { by?: Actor; session?: string } = {}): Promise<string[]> => {
      const row = await store.find(admin.id)
      if (row?.confirmedAt) throw isOnAlready()
      if (row?.secret === undefined) throw conflict('Two-step sign-in is not being set up', 'Start again.')
      const step = stepOf(code, row.secret, now())
      const key = `code of ${admin.id} while it is set up`
      await checkCounted(key, async () => (step === undefined ? 'wrong' : 'right'))
      if (step === undefined)
        throw invalidRequest([{ field: 'code', message: 'This code is wrong. Enter the current code from the authenticator app.' }])
      const codes = newRecoveryCodes()
      await transact(async (transaction) => {
        const confirmed = await store.confirm(transaction, row, { lastStep: step, recoveryDigests: codes.map(digest) })
        if (!confirmed) throw isOnAlready()
        await endSessions(transaction, admin.id, session)
        await recordSwitch(record, transaction, admin, { to: true, by })
      })
      return codes
    },

    /** Turns off two-step sign-in for the admin's own account, or for a colleague who lost a phone. */
    remove: (id: string, { by }: { by?: Actor } = {}): Promise<void> => switchOff(id, by),

    /** Encrypts plain secrets from earlier versions, and secrets encrypted with a former signing key. */
    sealSecrets: store.sealAll,

    /** Checks the two-step code after the password. Returns the problem with a missing or wrong code; undefined if sign-in may proceed. */
    check: async (adminId: string, code: string | undefined, client: CodeClient): Promise<CodeRefusal | undefined> => {
      const row = await store.find(adminId)
      if (!row?.confirmedAt) return undefined
      if (code === undefined) return { problem: codeRequired('Enter the code of your authenticator app.'), isFailure: false }
      const result = await checkCounted(countOf(adminId, code, client), () => consumeCode(row, code))
      const reason = row.secret === undefined && code.length === TOTP_DIGITS ? UNREADABLE : WRONG
      return result === 'right' ? undefined : { problem: codeRequired(reason), isFailure: result === 'wrong' }
    },
  }
}

/**
 * Returns the rate limit key for wrong codes. Known browsers and networks have separate keys, so that an attacker who knows the password
 * can't use up the owner's attempts. All other sources share one key, since six digits can be guessed. Recovery codes can't be guessed, so
 * each network has a separate key for them.
 */
function countOf(adminId: string, code: string, { known, ip }: CodeClient): string {
  const isRecoveryCode = code.length > TOTP_DIGITS
  const kind = isRecoveryCode ? 'recovery code' : 'code'
  return `${kind} of ${adminId} by ${known ?? (isRecoveryCode ? siteNetworkOf(ip) : 'strangers')}`
}

function recordSwitch(
  record: RecordAccountAction,
  transaction: Transaction,
  admin: Admin,
  { to, by }: { to: boolean; by: Actor | undefined },
) {
  const [before, after] = to ? ['off', 'on'] : ['on', 'off']
  return record(transaction, {
    noun: 'account',
    verb: 'changed',
    subject: named(admin),
    changes: [{ field: 'totp', from: before, to: after }],
    by,
  })
}

function codeRequired(message: string) {
  return new ProblemError(401, 'code_required', 'A code is required to sign in', { errors: [{ field: 'code', message }] })
}

function isOnAlready() {
  return conflict('Two-step sign-in is already on', 'Turn it off first.')
}

function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the content of the QR code for an authenticator app. */
function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD }).toString()
}

/** Returns the time step of a code, or undefined if the code matches no step around `now`. */
function stepOf(code: string, secret: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32)
}
