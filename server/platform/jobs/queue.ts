import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import { describeFailure, type FailedJob } from './failed-job.ts'

/** A named piece of background work and the times, as cron in UTC, at which one of the apps runs it. */
export type Job = { name: string; cron: string; run: () => Promise<unknown> }
export type Queue = { stop: () => Promise<void> }

/**
 * One run of a job is waiting or under way at any time, never a second one behind it. The app that runs it says every five seconds
 * that it is alive; a run that is silent for ten is begun again, by whoever is there.
 */
const QUEUE = { policy: 'exclusive', retryLimit: 3, retryBackoff: true, heartbeatSeconds: 10, expireInSeconds: 900 } as const
/** How often it is looked for runs whose app has fallen silent, and for runs to begin: with the ten seconds, half a minute in all. */
const SUPERVISE_SECONDS = 5
const POLL_SECONDS = 10
/** How long runs under way are waited for when the app stops. */
const STOP_MS = 5000
/** What earlier versions had here and is a loop today: what they left would stay for ever, and be tried. */
const FORMER_JOBS = ['payment-reconcile', 'receipt-mail']

/** Runs jobs at their times: on one of the apps that share the database, again when it fails or its app dies. */
export async function startQueue(pool: Pool, jobs: Job[], onError: (error: unknown) => void): Promise<Queue> {
  // Not before the app listens: it is large.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    // Connections that follow the database wherever it goes, and on which nothing waits for ever.
    db: { executeSql: (text, values) => pool.query(text, values) },
    ...{ superviseIntervalSeconds: SUPERVISE_SECONDS, monitorIntervalSeconds: SUPERVISE_SECONDS },
  })
  boss.on('error', onError)
  const stop = () => boss.stop({ graceful: true, timeout: STOP_MS })
  try {
    await boss.start()
    for (const name of FORMER_JOBS) if (await boss.getQueue(name)) await boss.deleteQueue(name)
    for (const job of jobs) await schedule(boss, job)
  } catch (error) {
    // What did start would go on beside the next attempt.
    await stop().catch(onError)
    throw error
  }
  return { stop }
}

async function schedule(boss: PgBoss, { name, cron, run }: Job) {
  const { policy, ...changeable } = QUEUE
  const found = await boss.getQueue(name)
  // A queue keeps its policy for life, and earlier versions chose another one.
  if (found && found.policy !== policy) await boss.deleteQueue(name)
  await boss.createQueue(name, QUEUE)
  await boss.updateQueue(name, changeable)
  await boss.schedule(name, cron)
  await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
    await run().catch((error: unknown) => {
      throw new Error(describeFailure(error))
    })
  })
}

/** Jobs whose last run failed, after all retries. */
export async function failedJobs(pool: Pool): Promise<FailedJob[]> {
  // The tables are made when jobs first start.
  const { rows: tables } = await pool.query<{ made: boolean }>(`select to_regclass('pgboss.job') is not null as made`)
  if (!tables[0]?.made) return []
  const { rows } = await pool.query<{ name: string; at: Date; reason: string | null }>(`
    select name, completed_on as at, coalesce(output->>'message', output->'value'->>'message') as reason
    from (
      select distinct on (name) name, state, completed_on, output from pgboss.job
      where state in ('completed', 'failed') order by name, completed_on desc
    ) as last
    where state = 'failed'
    order by completed_on desc
  `)
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }))
}
