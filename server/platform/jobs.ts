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
