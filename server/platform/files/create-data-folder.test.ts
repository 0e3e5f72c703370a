import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { createDataFolder } from './create-data-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await makeTempFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a data folder is created together with its parents, and may already exist', async () => {
  const dataDir = join(folder, 'a/b')
  await createDataFolder(dataDir)
  await createDataFolder(dataDir)
  expect(existsSync(dataDir)).toBe(true)
})

test('if a file is in the place of the data folder or of its parent, the error says so and names the data folder', async () => {
  await writeFile(join(folder, 'file'), '')
  for (const dataDir of [join(folder, 'file'), join(folder, 'file/data')])
    await expect(createDataFolder(dataDir)).rejects.toThrow(`The data folder ${dataDir} can’t be used: a file is in its place`)
})

test.runIf(process.getuid?.() === 0)('a read-only file system is named as the cause, not a missing folder', async (context) => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', folder], { stdio: 'ignore' })
  } catch {
    context.skip('mounting is not allowed')
  }
  try {
    for (const dataDir of [folder, join(folder, 'data'), join(folder, 'a/b')])
      await expect(createDataFolder(dataDir)).rejects.toThrow(/its file system is read-only/)
  } finally {
    execFileSync('umount', [folder])
  }
})

test.skipIf(process.getuid?.() === 0)('a folder of another account is named as the cause', async () => {
  await expect(createDataFolder('/root/data')).rejects.toThrow(/the account of the app has no permission/)
})
