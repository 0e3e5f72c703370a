import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { readOrCreateSecret } from './secret-file.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await makeTempFolder()
  file = join(folder, 'signing.key')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a secret is created once, readable only by its owner, and no temporary file is left', async () => {
  const secret = await readOrCreateSecret(file)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await readOrCreateSecret(file)).toBe(secret)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['signing.key'])
})

test('all concurrent callers get the same secret', async () => {
  for (let round = 0; round < 20; round++) {
    const own = join(folder, String(round))
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readOrCreateSecret(own)))
    expect(new Set(secrets)).toEqual(new Set([await readFile(own, 'utf8')]))
  }
})

test.each(['', '\n'])('a truncated file with %j is not accepted as a secret', async (content) => {
  await writeFile(file, content)
  const secrets = await Promise.all(Array.from({ length: 4 }, () => readOrCreateSecret(file)))
  expect(secrets[0]).toHaveLength(43)
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(folder)).toEqual(['signing.key'])
})

test('an unreadable secret is an error and is not replaced', async () => {
  await mkdir(file)
  await expect(readOrCreateSecret(file)).rejects.toThrow('EISDIR')
})
