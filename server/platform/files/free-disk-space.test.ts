import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { createFreeSpaceCheck, freeBytes, isDiskFull } from './free-disk-space.ts'

const folder = await makeTempFolder()
const GB = 1024 ** 3

test('a write that fits on the disk is allowed, and a write that would use the disk reserve is refused', async () => {
  const free = await freeBytes(folder)
  const requireFreeSpace = createFreeSpaceCheck({ storing: [folder], beside: [`${folder}/not-there`], minFreeBytes: free - 2 * GB })
  await requireFreeSpace(GB)
  await expect(requireFreeSpace(3 * GB)).rejects.toMatchObject({ status: 507, code: 'insufficient_storage' })
})

test('on a disk that uploads are not written to, only the minimum of free space is checked', async () => {
  const free = await freeBytes(folder)
  await createFreeSpaceCheck({ storing: [], beside: [folder], minFreeBytes: free - GB })(100 * free)
  await expect(createFreeSpaceCheck({ storing: [], beside: [folder], minFreeBytes: free + GB })(0)).rejects.toMatchObject({ status: 507 })
})

test('a full disk is recognized by each of its error codes, even if the error is the cause of a failed query', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
    expect(isDiskFull(new Error('query', { cause: Object.assign(new Error('full'), { code }) })), code).toBe(true)
  expect(isDiskFull(Object.assign(new Error('missing'), { code: 'ENOENT' }))).toBe(false)
  expect(isDiskFull(undefined)).toBe(false)
})
