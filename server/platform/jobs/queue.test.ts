import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { failedJobs, startQueue } from './queue.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const job = { name: 'media-sweep', cron: '0 0 1 1 *', run: async () => undefined }
const rows = async (text: string) => (await app.services.database.pool.query(text)).rows

test('jobs of an earlier version are removed, and an unfinished run of a crashed instance blocks no job', async () => {
  const { url, pool } = app.services.database
  const before = new PgBoss({ connectionString: url })
  await before.start()
  for (const name of ['payment-reconcile', 'receipt-mail', job.name]) {
    await before.createQueue(name, { policy: 'singleton' })
    await before.schedule(name, job.cron)
    for (let minute = 0; minute < 3; minute++) await before.send(name)
    // The instance crashes during the run, so the run never completes.
    await before.fetch(name)
  }
  await before.stop()

  const queue = await startQueue(pool, [job], (error) => console.error(error))
  expect(await rows(`select name from pgboss.schedule`)).toEqual([{ name: job.name }])
  expect(await rows(`select name from pgboss.job where name not like '\\_\\_%'`)).toEqual([])
  expect(await rows(`select policy, heartbeat_seconds from pgboss.queue where name = '${job.name}'`)).toEqual([
    { policy: 'exclusive', heartbeat_seconds: 10 },
  ])
  expect(await failedJobs(pool)).toEqual([])
  await queue.stop()
})

test('a job has at most one queued or active run, even if it becomes due repeatedly', async () => {
  const { url } = app.services.database
  const boss = new PgBoss({ connectionString: url })
  await boss.start()
  await boss.send(job.name)
  await boss.send(job.name)
  await boss.fetch(job.name)
  await boss.send(job.name)
  expect(await rows(`select state from pgboss.job where name = '${job.name}'`)).toEqual([{ state: 'active' }])
  await boss.stop()
})
