import { createHash, randomBytes } from 'node:crypto'
import { statfsSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { mountSmallDisk } from '#lab/faults/support/small-disk.ts'
import { createBookStore } from '#server/catalogue/books/books.store.ts'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { storeAudiobook, storeBook, storeLowBitrateAudio, storePodcast } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import type { LibraryOptions } from './export-library.ts'

type Services = Awaited<ReturnType<typeof openTestServices>>

let services: Services
let card: string
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  card = join(await makeTempFolder(), 'card')
})
afterEach(async () => {
  for (const name of ['books', 'podcasts', 'authors']) await services.database.pool.query(`delete from ${name}`)
  await rm(join(card, '..'), { recursive: true, force: true })
})

const run = (options?: LibraryOptions, on = services) => on.catalogue.exportLibrary(card, options)
const change = (table: 'books' | 'podcasts', id: string, columns: string) =>
  services.database.pool.query(`update ${table} set ${columns} where id = $1`, [id])
const digest = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** Returns the names of the files below a folder of the card, except the mark for galleries. */
async function list(folder: string): Promise<string[]> {
  return (await readdir(join(card, folder)).catch(() => [])).filter((name) => name !== '.nomedia').sort()
}

async function collection(): Promise<{ title: string; description: string; authors: string; files: string[] }[]> {
  return JSON.parse(await readFile(join(card, 'collection.json'), 'utf8'))
}

const titles = async () => (await collection()).map(({ title }) => title).sort()

async function addEpub(book: Book, content: Buffer) {
  const { library, publish, database } = services
  const file = await prepareBytes(content, { folder: library.tempFolder, type: 'application/pdf', role: 'original' })
  const epub = { ...file, key: file.key.replace('.pdf', '.epub'), type: 'application/epub+zip' }
  await publish(async ({ transaction, add }) => {
    const assetId = await add({ kind: 'epub', files: [epub], details: { pageCount: 3 } }, 'public')
    await createBookStore(database.orm).editions.setAsset(transaction, book.id, { format: 'epub', assetId })
  })
}

async function audioKeyOf({ id }: Book): Promise<string> {
  const { editions } = await services.catalogue.books.get(id)
  return editions.find(({ format }) => format === 'audio')?.url ?? ''
}

describe('the files of a library', () => {
  test('a book is its EPUB, or else its PDF, and an episode its low-bitrate audio, or else its recording', async () => {
    const [pdf, epub, light, wave] = [randomBytes(500), randomBytes(500), randomBytes(300), randomBytes(700)]
    await storeBook(services, { title: 'Sow', content: pdf })
    await addEpub(await storeBook(services, { title: 'Reap', author: 'Rudo' }), epub)
    const talk = await storePodcast(services, { title: 'Talk' })
    await storeLowBitrateAudio(services, talk.audioUrl, light)
    await storePodcast(services, { title: 'Walk', content: wave })

    const report = await run()
    expect(report).toMatchObject({ books: 2, episodes: 2, leftOut: [], large: [], removed: { files: 0 } })
    expect(await list('Books')).toEqual(['Reap - Rudo.epub', 'Sow - Tapiwa Gumbo.pdf'])
    expect(await list('Episodes')).toEqual(['Talk - Chiedza Mapfumo.webm', 'Walk - Chiedza Mapfumo.mp3'])
    expect(await list('Pictures')).toHaveLength(4)
    expect(await readFile(join(card, 'Books/Reap - Rudo.epub'))).toEqual(epub)
    expect(await readFile(join(card, 'Episodes/Talk - Chiedza Mapfumo.webm'))).toEqual(light)

    expect(await run({ recordings: true })).toMatchObject({ copied: { files: 1 }, removed: { files: 1 } })
    expect(await list('Episodes')).toEqual(['Talk - Chiedza Mapfumo.mp3', 'Walk - Chiedza Mapfumo.mp3'])
  })

  test('a book has its audiobook beside its text, with length, chapters and a button that plays it', async () => {
    const [sound, light] = [randomBytes(900), randomBytes(300)]
    const book = await storeAudiobook(services, { title: 'Sow', content: sound })
    const other = await storeAudiobook(services, { title: 'Reap' })
    await storeLowBitrateAudio(services, await audioKeyOf(book), light)
    expect(await run()).toMatchObject({ books: 2, episodes: 0, leftOut: [] })
    expect(await list('Books')).toEqual([
      'Reap - Tapiwa Gumbo.mp3',
      'Reap - Tapiwa Gumbo.pdf',
      'Sow - Tapiwa Gumbo.pdf',
      'Sow - Tapiwa Gumbo.webm',
    ])
    expect((await collection()).find(({ title }) => title === 'Sow')?.files).toEqual([
      'Books/Sow - Tapiwa Gumbo.pdf',
      'Books/Sow - Tapiwa Gumbo.webm',
    ])
    const page = await readFile(join(card, 'index.html'), 'utf8')
    expect(page).toContain('3 pages · PDF, 1 KB · Audiobook, 1:30, 1 KB')
    expect(page).toContain('<a class="button listen" href="Books/Sow%20-%20Tapiwa%20Gumbo.webm"><span>Listen</span>')
    expect(page).toContain('<span class="time">0:00</span><span data-start="0" dir="auto">Opening</span>')

    expect(await run({ recordings: true })).toMatchObject({ copied: { files: 1 }, removed: { files: 1 } })
    expect(await readFile(join(card, 'Books/Sow - Tapiwa Gumbo.mp3'))).toEqual(sound)
    for (const { id } of [book, other]) await change('books', id, 'price_minor = 100')
    expect(await run()).toMatchObject({ books: 0, removed: { files: 6 } })
    expect(await list('Books')).toEqual([])
  })

  test('an audiobook whose book gets a price during the export is not copied', async () => {
    const book = await storeAudiobook(services, { title: 'Sow', content: randomBytes(5000) })
    let isChanged = false
    const onBytes = async () => {
      if (isChanged) return
      isChanged = true
      await change('books', book.id, 'price_minor = 100')
    }
    expect(await run({ onBytes })).toMatchObject({ books: 0 })
    expect(await list('Books')).toEqual([])
  })

  test('the collection has the fields that nautilus reads, and names existing files only', async () => {
    await storeBook(services, { title: 'Été “one”', author: 'Zoë', description: 'Two\nlines.' })
    await storePodcast(services, { title: 'Talk' })
    await run()
    const text = await readFile(join(card, 'collection.json'), 'utf8')
    expect(text).toMatch(/^[\0-~]*$/)
    expect(await collection()).toEqual([
      { title: 'Été “one”', description: 'Two\nlines.', authors: 'Zoë', files: ["Books/Été 'one' - Zoë.pdf"] },
      { title: 'Talk', description: 'On finishing.', authors: 'Chiedza Mapfumo', files: ['Episodes/Talk - Chiedza Mapfumo.mp3'] },
    ])
    for (const { files } of await collection()) for (const path of files) await stat(join(card, path))
  })

  test('the transcript of an episode is a page beside its recording', async () => {
    const { id } = await storePodcast(services, { title: 'Talk <one>' })
    await services.database.pool.query(
      `insert into transcript_cues values ($1, 0, 0, 1000, 'Rudo', 'Good & morning'), ($1, 1, 1000, 2000, 'Rudo', 'to all.')`,
      [id],
    )
    await run()
    const page = await readFile(join(card, 'Episodes/Talk one - Chiedza Mapfumo - transcript.html'), 'utf8')
    expect(page).toContain('<h2 dir="auto">Rudo</h2><p dir="auto"><span class="time">0:00</span>Good &#38; morning to all.</p>')
    expect(page).toContain('src="Talk%20one%20-%20Chiedza%20Mapfumo.mp3"')
    expect((await collection())[0]?.files).toEqual([
      'Episodes/Talk one - Chiedza Mapfumo.mp3',
      'Episodes/Talk one - Chiedza Mapfumo - transcript.html',
    ])
    expect(await run()).toMatchObject({ copied: { files: 0 } })
    await services.database.pool.query(`update transcript_cues set text = 'to you.' where podcast_id = $1 and position = 1`, [id])
    expect(await run()).toMatchObject({ copied: { files: 1 } })
  })

  test('authors of the items are on the card with their portraits, and other authors are not', async () => {
    await storeBook(services, { title: 'Sow' })
    await storePodcast(services, { title: 'Talk' })
    for (const name of ['tapiwa  Gumbo', 'Somebody Else'])
      await services.database.pool.query(
        `insert into authors (id, name, bio, social_links, photo_id) select $1, $1, 'Writes.', '{}', cover_id from books`,
        [name],
      )
    expect(await run()).toMatchObject({ authors: 1 })
    expect(await list('Pictures')).toContain('tapiwa Gumbo.webp')
    const page = await readFile(join(card, 'index.html'), 'utf8')
    expect(page).toContain('data-author="tapiwa  Gumbo"')
    expect(page).not.toContain('Somebody Else')
  })

  test('text of an item is escaped on the page, and has its language and direction', async () => {
    const { id } = await storeBook(services, { title: '<img src=x onerror=alert(1)>', description: '</script><script>alert(2)</script>' })
    await change('books', id, `language = 'ar', series = 'A "series"', series_number = 1.5, subjects = '{hope,"a\\"b"}'`)
    await change('books', (await storeBook(services, { title: 'Sow' })).id, `language = 'sn'`)
    await run()
    const page = await readFile(join(card, 'index.html'), 'utf8')
    expect(page).not.toMatch(/<img src=x|<script>alert/)
    expect(page).toContain('<h3 lang="ar" dir="rtl">&#60;img src=x onerror=alert(1)&#62;</h3>')
    expect(page).toContain('Arabic · <bdi lang="ar" dir="rtl">A &#34;series&#34;</bdi> 1.5 · 3 pages · PDF, 1 KB')
    expect(page).toContain('<option value="ar">Arabic</option><option value="sn">Shona</option>')
    expect(page).toContain('data-subjects="hope a&#34;b"')
    expect(page.match(/<script>/g)).toHaveLength(1)
  })

  test('an empty catalogue makes a page without items', async () => {
    expect(await run()).toMatchObject({ books: 0, episodes: 0, bytes: 0 })
    expect(await collection()).toEqual([])
    expect(await readFile(join(card, 'index.html'), 'utf8')).toContain('There is nothing here yet.')
  })

  test('a missing or damaged stored file leaves out its item, and the others are copied', async () => {
    const lost = await storeBook(services, { title: 'Lost' })
    const broken = await storeBook(services, { title: 'Broken' })
    await storeBook(services, { title: 'Whole' })
    const { store } = services.library
    await store.remove(lost.pdfUrl)
    const path = join(services.config.dataDir, 'media', store.location?.(broken.pdfUrl) ?? '')
    await writeFile(path, randomBytes(1000))
    const { leftOut, books } = await run()
    expect(books).toBe(1)
    expect(leftOut.toSorted((one, other) => (one.title < other.title ? -1 : 1))).toEqual([
      { title: 'Broken', reason: expect.stringContaining('damaged') },
      { title: 'Lost', reason: expect.stringContaining('missing') },
    ])
    expect(await titles()).toEqual(['Whole'])
    expect([await list('Books'), await list('Pictures')]).toEqual([['Whole - Tapiwa Gumbo.pdf'], ['Whole - Tapiwa Gumbo.webp']])
  })
})

describe('a card that is brought up to date', () => {
  test('a second export copies nothing, and a new item leaves the files of others as they are', async () => {
    for (const title of ['Sow', 'SOW', 'Reap']) await storeBook(services, { title })
    const first = await run()
    expect(first.copied.files).toBe(7)
    const names = await list('Books')
    expect(names).toEqual([
      'Reap - Tapiwa Gumbo.pdf',
      expect.stringMatching(/^SOW - Tapiwa Gumbo \([0-9a-f]{6}\)\.pdf$/),
      'Sow - Tapiwa Gumbo.pdf',
    ])
    const times = await Promise.all(names.map(async (name) => (await stat(join(card, 'Books', name))).mtimeMs))
    expect(await run()).toMatchObject({ copied: { files: 0, bytes: 0 }, kept: 7, moved: 0, removed: { files: 0 } })
    await storeBook(services, { title: 'sow' })
    expect(await run()).toMatchObject({ copied: { files: 2 }, kept: 7, moved: 0, removed: { files: 0 } })
    expect(await Promise.all(names.map(async (name) => (await stat(join(card, 'Books', name))).mtimeMs))).toEqual(times)
  })

  test('the files of a renamed item are renamed, also if two items exchange their titles', async () => {
    const [one, other] = [await storeBook(services, { title: 'One' }), await storeBook(services, { title: 'Other' })]
    await run()
    const content = await readFile(join(card, 'Books/One - Tapiwa Gumbo.pdf'))
    await change('books', one.id, `title = 'Other'`)
    await change('books', other.id, `title = 'One'`)
    expect(await run()).toMatchObject({ copied: { files: 0 }, moved: 4, kept: 1, removed: { files: 0 } })
    expect(await readFile(join(card, 'Books/Other - Tapiwa Gumbo.pdf'))).toEqual(content)
    await change('books', one.id, `title = 'OTHER'`)
    expect(await run()).toMatchObject({ copied: { files: 0 }, moved: 2, removed: { files: 0 } })
    expect(await list('Books')).toEqual(['OTHER - Tapiwa Gumbo.pdf', 'One - Tapiwa Gumbo.pdf'])
  })

  test('files that others put on the card are neither replaced nor removed', async () => {
    await mkdir(join(card, 'Books'), { recursive: true })
    await writeFile(join(card, 'Books/SOW - Tapiwa Gumbo.pdf'), 'mine')
    await writeFile(join(card, 'notes.txt'), 'mine')
    const { id } = await storeBook(services, { title: 'Sow' })
    await run()
    expect(await list('Books')).toEqual(['SOW - Tapiwa Gumbo.pdf', expect.stringMatching(/^Sow - Tapiwa Gumbo \([0-9a-f]{6}\)\.pdf$/)])
    await change('books', id, 'price_minor = 100')
    expect(await run()).toMatchObject({ books: 0, removed: { files: 2 } })
    expect(await list('Books')).toEqual(['SOW - Tapiwa Gumbo.pdf'])
    expect(await readFile(join(card, 'Books/SOW - Tapiwa Gumbo.pdf'), 'utf8')).toBe('mine')
    expect(await readFile(join(card, 'notes.txt'), 'utf8')).toBe('mine')
    expect(await list('Episodes')).toEqual([])
  })

  test('a folder with another page, with the library of another site, or with a changed manifest is refused', async () => {
    await mkdir(card)
    await writeFile(join(card, 'index.html'), 'mine')
    await expect(run()).rejects.toThrow('was not written by this command')
    expect(await readFile(join(card, 'index.html'), 'utf8')).toBe('mine')
    await rm(join(card, 'index.html'))
    await run()
    const manifest = await readFile(join(card, 'library.json'), 'utf8')
    await writeFile(join(card, 'library.json'), JSON.stringify({ ...JSON.parse(manifest), site: 'another' }))
    await expect(run()).rejects.toThrow('has the library of another site')
    for (const path of ['../out.txt', 'Books/../../out.txt', '/etc/passwd', 'Books/..', 'Books/a/b', 'notes.txt']) {
      await writeFile(join(card, 'library.json'), JSON.stringify({ ...JSON.parse(manifest), files: { [path]: digest('') } }))
      await expect(run(), path).rejects.toThrow('library.json is damaged')
    }
    await writeFile(join(card, 'library.json'), manifest.slice(0, 40))
    await expect(run()).rejects.toThrow('library.json is damaged')
  })

  test('an interrupted export leaves a page of what was copied, and the next export copies the rest', async () => {
    for (const title of ['One', 'Two', 'Three']) await storeBook(services, { title, content: randomBytes(5000) })
    const stop = new AbortController()
    let bytes = 0
    const onBytes = (copied: number) => {
      bytes += copied
      if (bytes > 6000) stop.abort()
    }
    await expect(run({ onBytes, signal: stop.signal })).rejects.toThrow('aborted')
    expect(await titles()).toEqual(['One'])
    expect(await list('Books')).toEqual(['One - Tapiwa Gumbo.pdf'])
    const rest = await run()
    expect(rest).toMatchObject({ books: 3, kept: 3, copied: { files: 4 } })
  })

  test('after a crash, files that may be unfinished are compared by content, and partial files are removed', async () => {
    for (const title of ['One', 'Two']) await storeBook(services, { title })
    await run()
    const [one, two] = ['Books/One - Tapiwa Gumbo.pdf', 'Books/Two - Tapiwa Gumbo.pdf']
    const manifest = JSON.parse(await readFile(join(card, 'library.json'), 'utf8'))
    await writeFile(join(card, 'library.json'), JSON.stringify({ ...manifest, files: {}, pending: Object.keys(manifest.files) }))
    await writeFile(join(card, one), randomBytes(1000))
    await writeFile(join(card, `${two}.unfinished`), 'part')
    expect(await run()).toMatchObject({ books: 2, kept: 4, copied: { files: 1 }, removed: { files: 0 } })
    expect(await list('Books')).toEqual(['One - Tapiwa Gumbo.pdf', 'Two - Tapiwa Gumbo.pdf'])
  })

  test('files whose content changed on the card are found by a comparison of all contents', async () => {
    await storeBook(services, { title: 'One' })
    await run()
    const path = join(card, 'Books/One - Tapiwa Gumbo.pdf')
    const content = await readFile(path)
    await writeFile(path, randomBytes(content.length))
    expect(await run()).toMatchObject({ copied: { files: 0 } })
    expect(await run({ verify: true })).toMatchObject({ copied: { files: 1 } })
    expect(await readFile(path)).toEqual(content)
    await writeFile(path, '')
    expect(await run()).toMatchObject({ copied: { files: 1 } })
  })

  test('an item that gets a price during the export is not on the card afterwards', async () => {
    const items = [await storeBook(services, { title: 'One' }), await storeBook(services, { title: 'Two' })]
    let priced: Promise<unknown> | undefined
    const onBytes = async () => {
      priced ??= Promise.all(items.map(({ id }) => change('books', id, 'price_minor = 300')))
      await priced
    }
    expect(await run({ onBytes })).toMatchObject({ books: 0 })
    expect([await list('Books'), await list('Pictures'), await collection()]).toEqual([[], [], []])
  })
})

describe('a full card', () => {
  test('a card that is too small is refused before anything is changed', async (context) => {
    await storeBook(services, { content: randomBytes(5_000_000) })
    const disk = await mountSmallDisk(card, 18)
    if (!disk) return context.skip('mounting is not allowed')
    try {
      await expect(run()).rejects.toThrow(/is too small: 22 MB are needed, 19 MB are free\. Nothing was changed\./)
      expect(await readdir(card)).toEqual([])
    } finally {
      await disk.unmount()
    }
  })

  test('a card that becomes full keeps the complete files and a page, and the next export continues', async (context) => {
    for (const title of ['One', 'Two', 'Three']) await storeBook(services, { title, content: randomBytes(3_000_000) })
    const disk = await mountSmallDisk(card, 40)
    if (!disk) return context.skip('mounting is not allowed')
    try {
      const ballast = join(card, 'ballast')
      const fill = () => {
        const { bavail, bsize } = statfsSync(card)
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - 5_000_000))
      }
      await expect(run({ onPlan: fill })).rejects.toThrow(/is full\. 3 of 7 files were copied\. Run the command again to continue\./)
      expect(await titles()).toEqual(['One'])
      expect(await readdir(join(card, 'Books'))).toEqual(['One - Tapiwa Gumbo.pdf'])
      await rm(ballast)
      expect(await run()).toMatchObject({ books: 3, kept: 3, copied: { files: 4 } })
    } finally {
      await disk.unmount()
    }
  })
})

test('a library is copied from a bucket', async () => {
  const s3 = await startS3Server()
  const bucket = await openTestServices({ ...(await s3.makeBucketSettings()), SIGNING_KEYS: randomBytes(32).toString('hex') })
  try {
    const content = randomBytes(2000)
    await storeBook(bucket, { title: 'Far', content })
    expect(await run({}, bucket)).toMatchObject({ books: 1, copied: { files: 3 } })
    expect(await readFile(join(card, 'Books/Far - Tapiwa Gumbo.pdf'))).toEqual(content)
  } finally {
    await bucket.close()
    await s3.stop()
  }
})

describe('selection', () => {
  const states = fc.constantFrom('published', 'published', 'draft', 'scheduled', 'hidden', 'withdrawn')
  const item = fc.record({
    kind: fc.constantFrom('books' as const, 'podcasts' as const),
    hasAudio: fc.boolean(),
    state: states,
    price: fc.constantFrom(0, 0, 0, -100, 1, 450),
    isDeleted: fc.constantFrom(false, false, true),
    title: fc.constantFrom('Sow', 'SOW', 'con', 'A/B: c?', 'Été'),
  })
  const edits = fc.array(fc.record({ index: fc.nat({ max: 5 }), to: item }), { maxLength: 4 })

  test('no priced, unpublished or deleted item is ever on a card, and every free published one is', { tags: ['property'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), edits, async (made, changes) => {
        type Stored = { kind: 'books' | 'podcasts'; id: string; digests: string[]; isFree: boolean; title: string }
        const stored: Stored[] = []
        const set = async (target: Stored, { state, price, isDeleted, title }: (typeof made)[number]) => {
          const columns = `state = '${state}', price_minor = ${price}, deleted_at = ${isDeleted ? 'now()' : 'null'}, title = '${title}'`
          await change(target.kind, target.id, columns)
          Object.assign(target, { isFree: state === 'published' && price <= 0 && !isDeleted, title })
        }
        for (const wanted of made) {
          const content = randomBytes(200)
          const added: Book | Podcast =
            wanted.kind === 'podcasts'
              ? await storePodcast(services, { content })
              : wanted.hasAudio
                ? await storeAudiobook(services, { content })
                : await storeBook(services, { content })
          const digests = wanted.kind === 'books' && wanted.hasAudio ? [digest(content), digest(content)] : [digest(content)]
          const target = { kind: wanted.kind, id: added.id, digests, isFree: false, title: '' }
          stored.push(target)
          await set(target, wanted)
        }
        await run()
        await expectSelection(stored)
        for (const { index, to } of changes) {
          const target = stored[index % stored.length]
          if (target) await set(target, to)
        }
        await run()
        await expectSelection(stored)
        await services.database.pool.query('delete from books')
        await services.database.pool.query('delete from podcasts')
        await rm(card, { recursive: true })
      }),
      { numRuns: longRuns(50), endOnFailure: true },
    )
  })

  async function expectSelection(stored: { digests: string[]; isFree: boolean; title: string }[]) {
    const names = [...(await list('Books')).map((name) => `Books/${name}`), ...(await list('Episodes')).map((name) => `Episodes/${name}`)]
    const digests = await Promise.all(names.map(async (name) => digest(await readFile(join(card, name)))))
    const free = stored.filter(({ isFree }) => isFree)
    expect(digests.sort()).toEqual(free.flatMap((each) => each.digests).sort())
    expect(await titles()).toEqual(free.map(({ title }) => title).sort())
    expect((await list('Pictures')).length).toBe(free.length)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    expect((await collection()).flatMap(({ files }) => files).sort()).toEqual(names.sort())
  }
})
