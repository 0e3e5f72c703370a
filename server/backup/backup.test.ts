// @module-tag full
import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPaired } from '#server/media/store/store-pairing.ts'
import { type EmptyTarget, openEmptyTarget } from '#tests/support/empty-target.ts'
import { addMadePages, imageKeyOf } from '#tests/support/made-pages.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { readContent } from '#tests/support/stored-content.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { checkArchive } from './read-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
let folder: string
let whole: string
const places: EmptyTarget[] = []

beforeAll(async () => {
  services = await openTestServices()
  folder = await makeTempFolder()
  await services.admin.admins.add({ firstname: 'Ada', lastname: 'Admin', email: 'ada@lectern.example', password: 'correct horse' })
  await storeBook(services, { title: 'Tab\there, "quotes", \\N and\na new line – ‘naïve’ 📖', price: 4.5 })
  const content = randomBytes(3_000_000)
  await storeBook(services, { title: 'Two books', content })
  await storeBook(services, { title: 'of one file', content })
  await storePodcast(services)
  whole = join(folder, 'whole.tar')
  await backUp(whole)
})
afterEach(async () => {
  for (const place of places.splice(0)) await place.close()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await services.close()
})

function backUp(output: string, options: Partial<Parameters<typeof writeBackup>[0]> = {}) {
  const { database, library } = services
  return writeBackup({
    database,
    store: library.store,
    workFolder: join(library.tempFolder, 'backup'),
    output,
    version: '1.2.3',
    ...options,
  })
}

async function emptyPlace() {
  const place = await openEmptyTarget()
  places.push(place)
  return place
}

const source = () => ({ database: services.database, store: services.library.store })

describe('a backup', () => {
  test('a backup restored into empty storage gives back every row and file', async () => {
    const place = await emptyPlace()
    await checkArchive(whole)
    await restoreBackup({ path: whole, ...place })
    expect(await isPaired(place.database.orm, place.store)).toBe(true)
    const restored = await readContent(place)
    expect(restored).toEqual(await readContent(source()))
    expect(restored['"public"."books"']).toMatch(/^3 /)
    expect((await readdir(join(place.dataDir, 'media'))).filter((name) => name.startsWith('.staged'))).toEqual([])
    // The id sequence of the migrations table continues after the restored rows, so an insert succeeds.
    await place.database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 1)`)
  })

  test('a backup excludes the data derived from books’ files', async () => {
    const place = await openTestServices()
    const document = new Uint8Array(await (await buildPdf()).arrayBuffer())
    const { pdfUrl } = await storeBook(place, { content: Buffer.from(document) })
    const { pages } = place.reading.documents.open({ key: pdfUrl, type: 'application/pdf' })
    await pages.picture(1, { width: 480, format: 'webp' }, { client: 'test', isGone: () => false })
    await addMadePages(place, (await storeBook(place, { title: 'With an image in its text' })).pdfUrl, ['One page'])
    const output = join(folder, 'pages.tar')
    await backUp(output, { database: place.database, store: place.library.store, workFolder: join(place.library.tempFolder, 'backup') })
    const restored = await emptyPlace()
    await restoreBackup({ path: output, ...restored })
    const keys = await Array.fromAsync(restored.store.keys())
    expect(keys).toContain(pdfUrl)
    expect(keys.filter((key) => key.endsWith('.pages'))).toEqual([])
    expect(keys).not.toContain(imageKeyOf('One page'))
    expect((await restored.database.pool.query('select 1 from book_page_sets')).rowCount).toBe(0)
    expect((await restored.database.pool.query('select 1 from books')).rowCount).toBe(2)
    await place.close()
  })

  test('a backup can be restored into a database where an instance was started but never used', async () => {
    const unused = await openTestServices()
    await unused.database.pool.query('select 1')
    // The control connection of this database belongs to the process that restores, so it does not count as another running instance.
    await restoreBackup({
      path: whole,
      database: unused.database,
      store: unused.library.store,
      place: 'the media folder',
    })
    expect((await unused.catalogue.books.list({})).total).toBe(3)
    await unused.close()
  })

  test('a backup is a consistent snapshot of a changing catalogue, and blocks no change', async () => {
    const going = await storeBook(services, { title: 'Deleted while the backup runs' })
    const output = join(folder, 'changing.tar')
    let coming = ''
    const before = await readContent(source())
    await backUp(output, {
      // The backup waits for this callback, so a change in the callback that waited for the backup would cause a deadlock.
      onHeld: async () => {
        await services.catalogue.books.deleteForGood(going.id)
        expect(await services.library.store.size(going.pdfUrl)).toBeUndefined()
        coming = (await storeBook(services, { title: 'Published while the backup runs' })).id
        await services.library.sweep()
      },
    })
    await services.catalogue.books.deleteForGood(coming)
    const place = await emptyPlace()
    await restoreBackup({ path: output, ...place })
    expect(await readContent(place)).toEqual(before)
  })

  test('a backup taken while books are added and deleted contains a file for each of its rows', async () => {
    const stop = new AbortController()
    const changes = { made: 0 }
    const work = Array.from({ length: 3 }, async () => {
      while (!stop.signal.aborted) {
        const book = await storeBook(services, { content: randomBytes(50_000) })
        if (changes.made % 4 !== 0) await services.catalogue.books.deleteForGood(book.id)
        changes.made += 1
      }
    })
    const archives: string[] = []
    try {
      // Items are added and deleted until enough changes have happened, since a backup can be faster than a single publication.
      while (archives.length < 3 || changes.made < 10) {
        const output = join(folder, `under-load-${archives.length}.tar`)
        await backUp(output)
        archives.push(output)
      }
    } finally {
      stop.abort()
      await Promise.all(work)
    }
    for (const path of archives.slice(-2)) {
      const place = await emptyPlace()
      await restoreBackup({ path, ...place })
      const { rows } = await place.database.pool.query<{ key: string }>('select distinct key from media_files order by key')
      expect((await Array.fromAsync(place.store.keys())).sort()).toEqual(rows.map(({ key }) => key))
      const { rowCount } = await place.database.pool.query(
        'select 1 from editions where asset_id not in (select asset_id from media_files)',
      )
      expect(rowCount).toBe(0)
    }
  })

  test('an interrupted backup leaves no files', async () => {
    const own = await makeTempFolder()
    const stopping = new AbortController()
    const output = join(own, 'interrupted.tar')
    const interrupted = backUp(output, { signal: stopping.signal, onBytes: () => stopping.abort() })
    await expect(interrupted).rejects.toThrow('abort')
    expect(await readdir(own)).toEqual([])
    expect(await readdir(services.library.tempFolder)).toEqual([])
    await rm(own, { recursive: true })
  })

  test('a backup never overwrites a file', async () => {
    await expect(backUp(whole)).rejects.toThrow('already exists')
  })

  test('a backup fails if a stored file is missing or damaged, and the error names the file', async () => {
    const place = await openTestServices()
    const book = await storeBook(place)
    const path = join(place.config.dataDir, 'media', book.pdfUrl.slice(0, 2), book.pdfUrl)
    const output = join(folder, 'broken.tar')
    const options = { database: place.database, store: place.library.store, workFolder: join(place.library.tempFolder, 'backup') }
    await writeFile(path, 'rot')
    await expect(backUp(output, options)).rejects.toThrow(`${book.pdfUrl} is damaged`)
    await rm(path)
    await expect(backUp(output, options)).rejects.toThrow(`${book.pdfUrl} is missing`)
    expect(await readdir(folder)).not.toContain('broken.tar')
    await place.close()
  })
})
