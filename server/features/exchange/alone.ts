import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { RefusedCommand } from '#server/platform/refused-command.ts'

/** Two imports of one table at the same moment would both find its rows missing. The lock goes with the process. */
export async function alone<Result>({ pool }: Database, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCKS.import])
    if (!rows[0]?.taken) throw new RefusedCommand('Another import is running. Wait until it is through.')
    try {
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCKS.import])
    }
  } finally {
    client.release(true)
  }
}
