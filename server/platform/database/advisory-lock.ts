import { CommandError } from '#server/platform/problems.ts'
import type { Database } from './database.ts'

/**
 * Runs the work while holding an advisory lock on a separate connection, so that the lock ends with the process.
 * @param refusal message of the CommandError when the lock is taken; without it the work waits for the lock
 */
export async function withAdvisoryLock<Result>(
  { longWork }: Pick<Database, 'longWork'>,
  key: number,
  work: () => Promise<Result>,
  { refusal }: { refusal?: string } = {},
): Promise<Result> {
  const client = await longWork.connect()
  try {
    if (refusal === undefined) await client.query('select pg_advisory_lock($1)', [key])
    else {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key])
      if (!rows[0]?.taken) throw new CommandError(refusal)
    }
    try {
      return await work()
    } finally {
      // The advisory lock is released explicitly: closing the connection releases it a moment later, when the next caller would already
      // have been refused.
      await client.query('select pg_advisory_unlock($1)', [key]).catch(() => undefined)
    }
  } finally {
    client.release(true)
  }
}
