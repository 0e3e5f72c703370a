import { randomBytes } from 'node:crypto'
import { retry } from '#server/platform/concurrency/retry.ts'
import { ProblemError } from '#server/platform/problems.ts'
import type { AdminService } from './admins.service.ts'

const FIRST_ADMIN_EMAIL = 'admin@lectern.example'
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Creates an admin with a random password if the database has no admin. Retries while the database fails. The password is returned once and
 * never stored.
 * @param onFailure called with each failure
 */
export async function createFirstAdmin(
  admins: Pick<AdminService, 'count' | 'add'>,
  { signal, onFailure }: { signal: AbortSignal; onFailure: (error: unknown) => void },
): Promise<{ email: string; password: string } | undefined> {
  const password = randomBytes(12).toString('base64url')
  const create = async () => {
    if ((await admins.count()) > 0) return undefined
    const created = await admins
      .add({ firstname: 'Demonstration', lastname: 'Admin', email: FIRST_ADMIN_EMAIL, password })
      .catch(ignoreTakenEmail)
    return created && { email: FIRST_ADMIN_EMAIL, password }
  }
  return retry(create, { firstPauseMs: FIRST_PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS, signal, onFailure })
}

/**
 * Ignores the error for a taken email address: another instance with the same database may have created the first admin in the meantime.
 */
function ignoreTakenEmail(error: unknown): undefined {
  if (!(error instanceof ProblemError)) throw error
}
