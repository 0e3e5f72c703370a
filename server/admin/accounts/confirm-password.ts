import type { Platform } from '#server/platform/platform.ts'
import { ProblemError, tooManyRequests } from '#server/platform/problems.ts'
import { checkPassword } from './passwords.ts'
import type { AdminSession } from './require-admin.ts'

/** Limits of wrong passwords per session. When a stolen token has used up the limits, the owner has to sign in again. */
const FAILURES = [
  { max: 10, seconds: 600 },
  { max: 100, seconds: 24 * 3600 },
]
const FIELD = 'currentPassword'

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>

/**
 * Creates a function that checks the password of a signed-in admin again, since a token may be stolen.
 * @throws ProblemError about the field `currentPassword` if the password is wrong
 */
export function createConfirmPassword(
  deps: {
    findPasswordHash: (adminId: string) => Promise<string | undefined>
    markEntered: (sessionId: string) => Promise<void>
  } & Pick<Platform, 'rateLimits'>,
) {
  const { findPasswordHash, markEntered, rateLimits } = deps
  return async ({ id, admin }: Pick<AdminSession, 'id' | 'admin'>, currentPassword: string): Promise<void> => {
    const counted = await rateLimits.count(FAILURES.map((limit) => ({ key: `password in session ${id}`, ...limit })))
    if (counted.exceeded) throw tooManyAttempts(counted.exceeded.waitSeconds)
    if (!(await checkPassword(await findPasswordHash(admin.id), currentPassword))) throw wrongPassword()
    await rateLimits.forget(counted.id)
    await markEntered(id)
  }
}

function wrongPassword() {
  return new ProblemError(403, 'forbidden', 'This is not your password', {
    errors: [{ field: FIELD, message: 'This is not your password.' }],
  })
}

function tooManyAttempts(waitSeconds: number) {
  const detail = 'Wait a few minutes and try again, or sign in again.'
  return tooManyRequests('Too many wrong passwords', waitSeconds, { detail, errors: [{ field: FIELD, message: detail }] })
}
