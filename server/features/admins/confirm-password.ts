import { invalidRequest, ProblemError, tooManyRequests } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { checkPassword } from './passwords.ts'

/** Wrong passwords that are allowed per account. */
const FAILURES = { max: 10, seconds: 600 }
const FIELD = 'currentPassword'

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>

/**
 * Checks the password of a signed-in admin again, since a token alone may be stolen.
 * @throws ProblemError about the field `currentPassword` unless it is the admin's password
 */
export function createConfirmPassword({
  findPasswordHash,
  rateLimits,
}: {
  findPasswordHash: (adminId: string) => Promise<string | undefined>
  rateLimits: RateLimits
}) {
  return async (adminId: string, currentPassword: string | undefined): Promise<void> => {
    if (!currentPassword) throw invalidRequest([{ field: FIELD, message: 'Enter your own password.' }])
    const counted = await rateLimits.count([{ key: `password of ${adminId}`, ...FAILURES }])
    if (counted.exceeded) throw tooManyAttempts(counted.exceeded.waitSeconds)
    if (!(await checkPassword(await findPasswordHash(adminId), currentPassword))) throw wrongPassword()
    await rateLimits.forget(counted.id)
  }
}

function wrongPassword() {
  return new ProblemError(403, 'forbidden', 'This is not your password', {
    errors: [{ field: FIELD, message: 'This is not your password.' }],
  })
}

function tooManyAttempts(waitSeconds: number) {
  const detail = 'Wait a few minutes, then try again.'
  return tooManyRequests('Too many wrong passwords', waitSeconds, { detail, errors: [{ field: FIELD, message: detail }] })
}
