import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'

/** A named piece of background work and when it runs (cron, UTC). */
export type Job = { name: string; cron: string; run: () => Promise<void> }

export type Jobs = { stop: () => Promise<void> }

/** Runs jobs on their schedules: on one of the apps that share the database, again when it fails. */
export async function startJobs(connectionString: string, jobs: Job[], onError: (error: unknown) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString, application_name: 'lectern jobs', max: 2 })
  boss.on('error', onError)
  await boss.start()
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 30 }, run)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}

/** Jobs whose last run failed, after all retries. */
export async function failedJobs(pool: Pool): Promise<{ name: string; at: Date; reason: string }[]> {
  // The tables are made when jobs first start.
  const { rows: tables } = await pool.query<{ made: boolean }>(`select to_regclass('pgboss.job') is not null as made`)
  if (!tables[0]?.made) return []
  const { rows } = await pool.query<{ name: string; at: Date; reason: string | null }>(`
    select name, completed_on as at, output->>'message' as reason
    from (
      select distinct on (name) name, state, completed_on, output from pgboss.job
      where state in ('completed', 'failed') order by name, completed_on desc
    ) as last
    where state = 'failed'
    order by completed_on desc
  `)
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }))
}
