import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { beginUpload, editOnFullDisk, offsetOf, publishOnFullDisk, sendPiece } from '#lab/faults/scenarios/full-disk.ts'
import { mountSmallDisk, type SmallDisk } from '#lab/faults/support/small-disk.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const MB = 1024 * 1024
const DISK_MB = 48
const DATABASE_DISK_MB = 300
const RECORDING = { leave: 2 * MB, recordingBytes: 6 * MB }

const probe = await makeTempFolder()
const canMount = await mountSmallDisk(probe, 1).then((disk) => disk?.unmount().then(() => true) ?? false)
if (!canMount) console.info('A disk can’t be mounted here, so that none is filled.')

describe.runIf(canMount)('uploads and changes while a disk is full', () => {
  let dataDir: string
  let app: RunningApp
  let site: { url: string; dataDir: string; headers: Record<string, string> }
  const disks: Record<string, SmallDisk> = {}
  beforeAll(async () => {
    dataDir = await makeTempFolder()
    for (const folder of ['tmp', 'uploads', 'media', 'mail', 'postgres']) {
      const disk = await mountSmallDisk(join(dataDir, folder), folder === 'postgres' ? DATABASE_DISK_MB : DISK_MB)
      if (disk) disks[folder] = disk
    }
    // The reserve of free space is disabled, so that files are written until the disk is full.
    app = await runApp(dataDir, { MIN_FREE_BYTES: '0' })
    site = { url: app.url, dataDir, headers: await signIn(app.url, await app.admin()) }
  })
  afterAll(async () => {
    await app?.stop()
    for (const disk of Object.values(disks)) await disk.unmount()
    await rm(dataDir, { recursive: true, force: true })
  })

  test.each(['tmp', 'uploads', 'media'])(
    'while the disk of the folder %s is full, an upload is rejected with a readable error, leaves no files, and readers are not affected',
    { tags: ['full'] },
    async (folder) => {
      const disk = disks[folder] as SmallDisk
      const { refused, sentence, read, left, again } = await publishOnFullDisk(site, disk, RECORDING)
      expect(refused).toContain(507)
      for (const status of refused) expect([507, 201, 204]).toContain(status)
      if (refused[0] === 507) expect(sentence).toMatch(/^Nothing was saved\. Ask the operator to free disk space/)
      expect(read).toEqual(read.map(() => 200))
      expect(left).toEqual([])
      expect(again).toEqual([201, 204])
      for (const each of Object.values(disks)) await each.clear()
    },
  )

  test('a resumable upload keeps its received bytes on a full disk, and continues when there is free space', {
    tags: ['full'],
  }, async () => {
    const { uploadUrl = '' } = await beginUpload(site, 6 * MB)
    await disks.uploads?.fill(2 * MB)
    const piece = { uploadUrl, headers: site.headers, bytes: 6 * MB }
    expect(await sendPiece({ ...piece, offset: 0 })).toBe(507)
    const offset = await offsetOf(uploadUrl, site.headers)
    expect(offset).toBeGreaterThan(MB)
    expect(offset).toBeLessThanOrEqual(2 * MB)
    await disks.uploads?.clear()
    expect(await sendPiece({ ...piece, offset })).toBe(204)
  })

  test('a full database disk rejects writes while reads work, and writes work once there is free space', async () => {
    const { refused, read, again } = await editOnFullDisk(site, disks.postgres as SmallDisk, { edits: 40 })
    expect(refused.filter((status) => status !== 200).length).toBeGreaterThan(0)
    // Status 503 is accepted too, since PostgreSQL itself may have to restart.
    for (const status of refused) expect([200, 503, 507]).toContain(status)
    expect(read).toEqual(read.map(() => 200))
    expect(again).toBe(200)
  })
})
