import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import { serializeError } from './http/serialize-error.ts'

/** A named piece of background work and when it runs: by cron (UTC), or again so many seconds after it ended. */
export type Job = { name: string; run: () => Promise<unknown> } & ({ cron: string } | { everySeconds: number })

const EVERY_MINUTE = '* * * * *'
/** How long a job goes on that runs more often than a schedule can say; the next minute's job follows it. */
const TURN_MS = 55_000

export type Jobs = { stop: () => Promise<void> }

/** Runs jobs on their schedules: on one of the apps that share the database, again when it fails. */
export async function startJobs(pool: Pool, jobs: Job[], onError: (error: unknown) => void): Promise<Jobs> {
  // Not before the app listens: it is large.
  const { PgBoss } = await import('pg-boss')
  // On connections that follow the database wherever it goes, and on which nothing waits for ever.
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  boss.on('error', onError)
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    return boss.stop({ graceful: true, timeout: 5000 })
  }
  try {
    await boss.start()
    for (const job of jobs) await schedule(boss, job, stopping.signal)
  } catch (error) {
    // What did start would go on beside the next attempt.
    await stop().catch(onError)
    throw error
  }
  return { stop }
}

async function schedule(boss: PgBoss, job: Job, signal: AbortSignal) {
  await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 3, retryBackoff: true })
  await boss.schedule(job.name, 'cron' in job ? job.cron : EVERY_MINUTE)
  const often = 'everySeconds' in job
  const work = often ? () => repeat(job.run, job.everySeconds, signal) : job.run
  await boss.work(job.name, { pollingIntervalSeconds: often ? 2 : 30 }, () => work().then(() => undefined, withoutValues))
  // Not only when the next minute begins.
  if (often) await boss.send(job.name)
}

/** What a job failed with is kept and shown: never the values of a query. */
function withoutValues(error: unknown): never {
  const { message, code } = serializeError(error instanceof Error ? error : new Error(String(error)))
  throw new Error(code ? `${message} (${code})` : message)
}

async function repeat(run: Job['run'], seconds: number, signal: AbortSignal): Promise<void> {
  const end = Date.now() + TURN_MS
  while (!signal.aborted && Date.now() < end) {
    await run()
    await delay(seconds * 1000, undefined, { signal }).catch(() => undefined)
  }
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
