import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Gauge } from '#server/platform/metrics/gauge.ts'
import { describeFailure, type FailedJob } from './failed-job.ts'

/** Background job that one of the instances runs on a schedule (cron in UTC). */
export type Job = { name: string; cron: string; run: () => Promise<unknown> }
export type Queue = { stop: () => Promise<void> }

/**
 * Settings of job queues: at most one run of a job is queued or active. The instance that runs the job sends heartbeats; after ten seconds
 * without a heartbeat, another instance restarts the job.
 */
const QUEUE = { policy: 'exclusive', retryLimit: 3, retryBackoff: true, heartbeatSeconds: 10, expireInSeconds: 900 } as const
/**
 * Interval in seconds of the check for runs without heartbeats and for due runs. With the ten seconds of the heartbeat, a crashed run is
 * restarted within half a minute.
 */
const SUPERVISE_SECONDS = 5
const POLL_SECONDS = 10
/** Time limit of active runs at shutdown, in ms. */
const STOP_MS = 5000
/** Jobs of earlier versions that are workers now; their queues are deleted. */
const FORMER_JOBS = ['payment-reconcile', 'receipt-mail']

/** Runs scheduled jobs on one of the instances that share the database. Retries a job that fails or whose instance dies. */
export async function startQueue(pool: Pool, jobs: Job[], onError: (error: unknown) => void): Promise<Queue> {
  // The large pg-boss module is imported only after the server has started to listen.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    // pg-boss uses the pool of the server, whose connections have time limits and follow the database to another port.
    db: { executeSql: (text, values) => pool.query(text, values) },
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', onError)
  const stop = () => boss.stop({ graceful: true, timeout: STOP_MS })
  try {
    await boss.start()
    for (const name of FORMER_JOBS) if (await boss.getQueue(name)) await boss.deleteQueue(name)
    for (const job of jobs) await schedule(boss, job)
  } catch (error) {
    // Parts of pg-boss that have already started are stopped, or they would run in parallel with the next attempt.
    await stop().catch(onError)
    throw error
  }
  return { stop }
}

async function schedule(boss: PgBoss, { name, cron, run }: Job) {
  const { policy, ...changeable } = QUEUE
  const found = await boss.getQueue(name)
  // A queue with another policy, as in earlier versions, is deleted, since the policy of a queue can't be changed.
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

export function jobGauges(pool: Pool): Gauge[] {
  return [
    {
      name: 'lectern_jobs_failed',
      help: 'Jobs whose last run failed, after all retries',
      read: async () => (await failedJobs(pool)).length,
    },
    { name: 'lectern_job_oldest_due_seconds', help: 'Seconds since the oldest waiting job became due', read: () => oldestDue(pool) },
  ]
}

async function oldestDue(pool: Pool): Promise<number> {
  if (!(await hasStarted(pool))) return 0
  const { rows } = await pool.query<{ seconds: number }>(`
    select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as seconds
    from pgboss.job where state in ('created', 'retry') and start_after <= now()
  `)
  return rows[0]?.seconds ?? 0
}

/** Returns whether the tables of pg-boss exist, which are created when the job queue starts for the first time. */
async function hasStarted(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ made: boolean }>(`select to_regclass('pgboss.job') is not null as made`)
  return rows[0]?.made === true
}

/** Returns the jobs whose last run failed, after all retries. */
export async function failedJobs(pool: Pool): Promise<FailedJob[]> {
  if (!(await hasStarted(pool))) return []
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
