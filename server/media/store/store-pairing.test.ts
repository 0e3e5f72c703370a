// @module-tag full
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServices } from '#server/boot/services.ts'
import { storeBook, storedKeys } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { openDiskMediaStore } from './disk-media-store.ts'
import { assignStoreId, isPaired, pairStore } from './store-pairing.ts'

type TestServices = Awaited<ReturnType<typeof openTestServices>>

let ours: TestServices
let theirs: TestServices
beforeEach(async () => {
  ours = await openTestServices()
  theirs = await openTestServices()
  await storeBook(ours)
})
afterEach(() => Promise.all([ours.close(), theirs.close()]))

/** Starts a server with the media folder of one installation and the database of another. */
const start = (files: TestServices, database: TestServices) =>
  openServices({ ...database.config, dataDir: files.config.dataDir }).then((services) => services.close())
const idFile = (services: TestServices) => join(services.config.dataDir, 'media/.store-id')
const clearId = ({ database }: TestServices) => database.pool.query('delete from media_store')

test('servers start repeatedly with a paired store and database, even two servers concurrently', async () => {
  await rm(idFile(theirs))
  await clearId(theirs)
  await Promise.all([start(theirs, theirs), start(theirs, theirs)])
  await start(ours, ours)
  expect(await isPaired(theirs.database.orm, theirs.library.store)).toBe(true)
})

test('starting with the database of another store fails and removes no file', async () => {
  const keys = await storedKeys(ours)
  await storeBook(theirs)
  await expect(start(ours, theirs)).rejects.toThrow(/The media in .* belong to another database/)
  expect(await storedKeys(ours)).toEqual(keys)
})

test('starting with a new, empty database fails and removes no file of the store', async () => {
  const keys = await storedKeys(ours)
  await clearId(theirs)
  await expect(start(ours, theirs)).rejects.toThrow('belong to another database')
  await rm(idFile(ours))
  await expect(start(ours, theirs)).rejects.toThrow('belong to another database')
  expect(await storedKeys(ours)).toEqual(keys)
})

test('a server with files copied without their store id starts once the id is written', async () => {
  await rm(idFile(ours))
  const problem = await start(ours, ours).catch((error: Error) => error.message)
  const [, id = ''] = /with the line (\S+)\. /.exec(String(problem)) ?? []
  await writeFile(idFile(ours), `${id}\n`)
  await start(ours, ours)
})

test('an empty store is paired with any database, and a database without media with any store', async () => {
  await rm(idFile(theirs))
  await start(theirs, ours)
  expect(await isPaired(ours.database.orm, ours.library.store)).toBe(true)
  await clearId(theirs)
  await start(theirs, theirs)
  expect(await isPaired(theirs.database.orm, theirs.library.store)).toBe(true)
})

test('a database and a store from a version without store ids are paired at startup', async () => {
  await rm(idFile(ours))
  await clearId(ours)
  await start(ours, ours)
})

test('assigning a new id to a copied store makes the copy a separate store', async () => {
  await assignStoreId(theirs.database.orm, ours.library.store)
  await start(ours, theirs)
  await expect(start(ours, ours)).rejects.toThrow('belong to another database')
})

test('a store that is replaced while the server runs is not swept', async () => {
  const keys = await storedKeys(ours)
  await writeFile(idFile(ours), 'another\n')
  await expect(ours.library.sweep()).rejects.toThrow('nothing is swept')
  expect(await storedKeys(ours)).toEqual(keys)
})

test('two databases that start concurrently with one new store are not paired with the same store', async () => {
  const store = openDiskMediaStore(join(ours.config.dataDir, 'new'))
  await clearId(theirs)
  await clearId(ours)
  await ours.database.pool.query('delete from media_files')
  await Promise.allSettled([pairStore(ours.database.orm, store, 'new'), pairStore(theirs.database.orm, store, 'new')])
  const paired = [await isPaired(ours.database.orm, store), await isPaired(theirs.database.orm, store)]
  expect(paired).not.toEqual([true, true])
})
