import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices } from '#tests/support/test-services.ts'
import type { Manifest } from './archive-format.ts'
import { backupGauge, createCompletedBackups } from './completed-backups.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const manifest = {
  version: '1.2.3 (1f2e3d4c)',
  tables: [{ bytes: 10 }, { bytes: 20 }],
  media: { files: 3, bytes: 400 },
} as Manifest

test('the metrics contain the time of the newest completed backup, or 0 if there is none', async () => {
  const backups = createCompletedBackups(services.orm)
  const { read } = backupGauge(backups)
  expect([await backups.newest(), await read()]).toEqual([undefined, 0])
  await backups.add(manifest)
  await services.database.pool.query(`update backups set finished_at = finished_at - interval '3 days'`)
  await backups.add(manifest)
  expect(await backups.newest()).toEqual({ finishedAt: expect.any(Date), bytes: 430 })
  expect(Date.now() / 1000 - Number(await read())).toBeLessThan(60)
})
