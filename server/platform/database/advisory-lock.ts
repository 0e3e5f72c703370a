import { CommandError } from '#server/platform/problems.ts'
import type { Database } from './database.ts'

/**
 * Does the work while nobody else holds the lock, on a connection of the lock's own. The lock goes with the connection, and so with the process.
 * @param refusal what to say when somebody holds it already; without it the work waits its turn
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
      // Closing lets go of the lock too, whatever state the connection is in, but only in a moment: who comes next would be refused.
      await client.query('select pg_advisory_unlock($1)', [key]).catch(() => undefined)
    }
  } finally {
    client.release(true)
  }
}
