// @module-tag full
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminMadeEpub } from '#contracts/catalogue/made-epub.ts'
import { checkEpub, hasEpubcheck } from '#tests/support/epubcheck.ts'
import { buildEpub } from '#tests/support/sample-epub.ts'
import { buildBookForm, buildPdf, buildTextBook, toForm } from '#tests/support/sample-files.ts'
import { temporaryFiles } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function publish(changes: Parameters<typeof buildBookForm>[0]) {
  const response = await app.sendForm('POST', '/api/books', await buildBookForm(changes))
  expect(response.statusCode, response.body).toBe(201)
  return response.json<{ id: string; pdfUrl: string }>()
}
const make = () => app.services.reading.bookPages.makeInBackground(new AbortController().signal)
const stateOf = async ({ id }: { id: string }) => (await app.get(`/api/admin/books/${id}/epub`, app.bearer)).json<AdminMadeEpub>()
const change = (id: string, changes: Record<string, string>) => app.sendForm('PATCH', `/api/books/${id}`, toForm(changes))

async function readEpub(url: string | null) {
  const { rawPayload, statusCode, headers } = await app.get(`/api/media/${url}`)
  expect(statusCode).toBe(200)
  const files = unzipSync(rawPayload)
  return { headers, read: (name: string) => strFromU8(files[`book/${name}`] ?? new Uint8Array()), names: Object.keys(files) }
}

test('the EPUB of a PDF is made once in the background, again when the description of the book changes, and is removed with the book', async () => {
  const book = await publish({
    title: 'A Season of Rain',
    author: 'Rudo Moyo',
    contributors: 'Chipo Dube (translator)',
    isbn: '978-0-306-40615-7',
    rights: '© 2024 Rudo Moyo',
    price: '3',
    pdf: await buildTextBook(),
  })
  expect(await stateOf(book)).toEqual({ state: 'waiting', score: null, bytes: null, url: null })
  await make()
  const made = await stateOf(book)
  expect(made).toMatchObject({ state: 'made', score: expect.any(Number), bytes: expect.any(Number) })
  const { read, names, headers } = await readEpub(made.url)
  expect(headers['content-disposition']).toContain('A%20Season%20of%20Rain.epub')
  expect(names).toContain('book/images/cover.jpg')
  for (const text of ['<dc:creator>Rudo Moyo</dc:creator>', 'Chipo Dube', 'urn:isbn:9780306406157'])
    expect(read('package.opf')).toContain(text)
  for (const text of ['Translated by Chipo Dube', 'ISBN 9780306406157', '© 2024 Rudo Moyo', 'Made from the PDF'])
    expect(read('text/imprint.xhtml')).toContain(text)
  expect(read('text/part-2.xhtml')).toContain('<h1 id="b0"><span id="page-4"')
  expect(read('text/part-2.xhtml')).toContain('Chapter 2</h1>')

  await make()
  expect((await stateOf(book)).url?.split('?')[0]).toBe(made.url?.split('?')[0])
  const { rows } = await app.services.database.pool.query(`select key from media_files where role = 'made-epub'`)
  expect(rows).toHaveLength(1)
  await change(book.id, { price: '4' })
  await make()
  expect((await app.services.database.pool.query(`select key from media_files where role = 'made-epub'`)).rows).toEqual(rows)
  await change(book.id, { title: 'A Season of Seed' })
  await make()
  expect((await readEpub((await stateOf(book)).url)).read('package.opf')).toContain('<dc:title>A Season of Seed</dc:title>')
  const after = await app.services.database.pool.query(`select key from media_files where role = 'made-epub'`)
  expect(after.rows).toHaveLength(1)
  expect(await app.services.library.store.size(rows[0].key)).toBeUndefined()

  await app.services.catalogue.books.deleteForGood(book.id)
  expect((await app.services.database.pool.query(`select key from media_files where role = 'made-epub'`)).rows).toEqual([])
  expect((await temporaryFiles(app.services)).filter((name) => name.startsWith('epub-'))).toEqual([])
})

test('a text that is not good enough has no EPUB, and a book with an EPUB file needs none', async () => {
  const labels = await publish({ title: 'Labels', pdf: await buildPdf({ title: 'Labels' }) })
  const own = await publish({ title: 'Own', pdf: await buildTextBook({ title: 'Own' }), epub: buildEpub({ title: 'Own' }) })
  await make()
  expect(await stateOf(labels)).toMatchObject({ state: 'poor', score: expect.any(Number), url: null })
  expect(await stateOf(own)).toMatchObject({ state: 'own' })
  expect((await app.get(`/api/media/${own.pdfUrl}/book.epub`)).statusCode).toBe(404)
  const refused = await change(labels.id, { offerEpub: 'yes' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [{ field: 'offerEpub', message: 'The text of this PDF can’t be extracted well enough for an EPUB.' }],
  ])
})

test.runIf(hasEpubcheck)('epubcheck finds nothing in an EPUB with everything that a form describes', async () => {
  const book = await publish({
    title: 'Rain & “Seed” <2>',
    subtitle: 'A <second> line',
    author: 'Rudo & Moyo',
    contributors: 'Chipo Dube (translator)\nTariro Sibanda (illustrator)\nA. Ncube (foreword)',
    publisher: 'Baobab & Sons',
    publishedYear: '2024',
    editionStatement: 'Second, revised edition',
    isbn: '978-0-306-40615-7',
    rights: '© 2024 <Rudo>',
    series: 'Seasons & Years',
    seriesNumber: '1.5',
    language: 'pt-BR',
    pdf: await buildTextBook({ title: 'Everything', pages: 9 }),
  })
  await make()
  const { rawPayload } = await app.get(`/api/media/${(await stateOf(book)).url}`)
  const folder = await makeTempFolder()
  await writeFile(join(folder, 'book.epub'), rawPayload)
  expect(checkEpub(join(folder, 'book.epub'))).toEqual([])
  await rm(folder, { recursive: true })
})
