// @module-tag full
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openS3MediaStore } from '#server/media/store/s3-media-store.ts'
import { openEmptyTarget } from '#tests/support/empty-target.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { readContent } from '#tests/support/stored-content.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let services: Awaited<ReturnType<typeof openTestServices>>
let folder = ''
beforeAll(async () => {
  s3 = await startS3Server()
  folder = await makeTempFolder()
  services = await openTestServices({ ...(await s3.makeBucketSettings()), SIGNING_KEYS: '0123456789abcdef'.repeat(2) })
})
afterAll(async () => {
  await services.close()
  await s3.stop()
  await rm(folder, { recursive: true })
})

function backUp(output: string, onHeld: () => Promise<void>) {
  const { database, library } = services
  return writeBackup({ database, store: library.store, workFolder: join(folder, 'work'), output, version: '1.2.3', onHeld })
}

const source = () => ({ database: services.database, store: services.library.store })

test('a backup of a bucket includes files deleted during the backup, copies no media to disk first, and can be restored into another bucket', async () => {
  await storeBook(services, { title: 'Stays', content: randomBytes(3_000_000) })
  const deleted = await storeBook(services, { title: 'Deleted while the backup runs' })
  const before = await readContent(source())
  const output = join(folder, 'bucket.tar')
  await backUp(output, async () => {
    expect(await readdir(join(folder, 'work'))).toEqual(['database'])
    await services.catalogue.books.deleteForGood(deleted.id)
    await services.library.sweep()
    expect(await services.library.store.size(deleted.pdfUrl)).toBeGreaterThan(0)
  })
  // The sweep removes the deleted file, since no backup needs the file any longer.
  await services.library.sweep()
  expect(await services.library.store.size(deleted.pdfUrl)).toBeUndefined()

  const target = await openEmptyTarget()
  const store = openS3MediaStore(await s3.makeBucket())
  await restoreBackup({ path: output, ...target, store })
  expect(await readContent({ database: target.database, store })).toEqual(before)
  await target.close()
})

test('if the bucket becomes unavailable for good, the backup fails, names the file and leaves no files', async () => {
  const output = join(folder, 'broken.tar')
  try {
    await expect(backUp(output, () => s3.pause())).rejects.toThrow(/The stored file [0-9a-f]{64}\.\w+ can’t be read/)
  } finally {
    await s3.resume()
  }
  expect([existsSync(output), existsSync(`${output}.unfinished`), existsSync(join(folder, 'work'))]).toEqual([false, false, false])
})
