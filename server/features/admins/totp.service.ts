import type { Admin, TotpSecret, TotpState } from '#contracts/admin.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Transact, Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { conflict, invalidRequest, notFound, ProblemError, tooManyRequests } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { RecordAccountAction } from './account-notices.ts'
import { named } from './admins.service.ts'
import type { TotpRow, TotpStore } from './totp.store.ts'
import { newRecoveryCodes, newSecret, stepOf, totpUri } from './totp-codes.ts'

/** Wrong codes per account; only attempts with the right password get here. */
const FAILURES = { max: 10, seconds: 3600 }
const WRONG = 'This code is not right, or was used before. Wait for the next one.'

export type TotpService = ReturnType<typeof createTotpService>

/** Two-step sign-in: a code of an authenticator app beside the password, for accounts that switched it on. */
export function createTotpService({
  store,
  findAdmin,
  rateLimits,
  transact,
  record,
  issuer,
  now = () => new Date(),
}: {
  store: TotpStore
  findAdmin: (id: string) => Promise<Admin | undefined>
  rateLimits: RateLimits
  transact: Transact
  record: RecordAccountAction
  /** The shop's name, which authenticator apps show */
  issuer: string
  now?: () => Date
}) {
  /** Counts an attempt before the check, so that concurrent attempts can't exceed the limit. */
  async function checkCounted(adminId: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const counted = await rateLimits.count([{ key: `code of ${adminId}`, ...FAILURES }])
    if (counted.exceeded)
      throw tooManyRequests('Too many wrong codes', counted.exceeded.waitSeconds, { detail: 'Wait a while, then try again.' })
    const right = await isRight()
    if (right) await rateLimits.forget(counted.id)
    return right
  }

  async function consumeCode({ adminId, secret }: TotpRow, code: string): Promise<boolean> {
    const step = stepOf(code, secret, now())
    if (step !== undefined) return store.consumeStep(adminId, step)
    return store.consumeRecoveryCode(adminId, digest(code))
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
      const [own, everyone] = await Promise.all([store.find(adminId), store.listConfirmed()])
      const isOn = Boolean(own?.confirmedAt)
      return {
        id: adminId,
        isOn,
        recoveryCodes: isOn && own ? own.recoveryDigests.length : 0,
        others: everyone.filter(({ id }) => id !== adminId),
      }
    },

    /** Returns a new secret for the admin's authenticator app. Codes are required once it is confirmed. */
    begin: async (admin: Admin): Promise<TotpSecret> => {
      const secret = newSecret()
      if (!(await store.begin(admin.id, secret))) throw isOnAlready()
      return { secret, uri: totpUri(secret, { issuer, label: admin.email }) }
    },

    /** Switches it on and returns the recovery codes, of which only digests are stored. */
    confirm: async (admin: Admin, code: string, { by }: { by?: Actor | undefined } = {}): Promise<string[]> => {
      const row = await store.find(admin.id)
      if (!row) throw conflict('Nothing is being set up', 'Begin again.')
      if (row.confirmedAt) throw isOnAlready()
      const step = stepOf(code, row.secret, now())
      const isRight = await checkCounted(admin.id, async () => step !== undefined)
      if (!isRight || step === undefined)
        throw invalidRequest([{ field: 'code', message: 'This code is not right. Enter the one that the app shows now.' }])
      const codes = newRecoveryCodes()
      await transact(async (transaction) => {
        const confirmed = await store.confirm(transaction, row, { lastStep: step, recoveryDigests: codes.map(digest) })
        if (!confirmed) throw isOnAlready()
        await recordSwitch(record, transaction, admin, { to: true, by })
      })
      return codes
    },

    /** Switches it off for an account, one's own or that of a colleague who lost the phone. */
    remove: (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> => switchOff(id, by),

    /** Returns why the right password alone is not enough, or undefined when it is. */
    check: async (adminId: string, code: string | undefined): Promise<ProblemError | undefined> => {
      const row = await store.find(adminId)
      if (!row?.confirmedAt) return undefined
      if (code === undefined) return codeRequired('Enter the code of your authenticator app.')
      return (await checkCounted(adminId, () => consumeCode(row, code))) ? undefined : codeRequired(WRONG)
    },
  }
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
  return new ProblemError(401, 'code_required', 'A code is needed to sign in', { errors: [{ field: 'code', message }] })
}

function isOnAlready() {
  return conflict('Two-step sign-in is on already', 'Turn it off first.')
}
