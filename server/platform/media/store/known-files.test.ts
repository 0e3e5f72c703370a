import { expect, test } from 'vitest'
import { rememberFiles } from './known-files.ts'

test('a file is looked up once, and again after a publication', async () => {
  let version = 1
  let audience: 'public' | 'owners' = 'public'
  let lookups = 0
  const find = async (key: string) => {
    lookups += 1
    return { key, type: 'application/pdf', bytes: 1, audience }
  }
  const findFile = rememberFiles({ find, version: () => version })
  await findFile('a')
  await findFile('a')
  expect(lookups).toBe(1)
  audience = 'owners'
  version = 2
  expect((await findFile('a'))?.audience).toBe('owners')
})

test('that there is no file is not remembered', async () => {
  const found: { key: string; type: string; bytes: number; audience: 'public' }[] = []
  const findFile = rememberFiles({ find: async () => found[0], version: () => 1 })
  expect(await findFile('a')).toBeUndefined()
  found.push({ key: 'a', type: 'application/pdf', bytes: 1, audience: 'public' })
  expect(await findFile('a')).toBe(found[0])
})
