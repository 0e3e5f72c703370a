import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { EditedSection, SectionVersion } from '#contracts/site/site-sections.ts'
import { buildAuthorForm, buildImage, buildPdf, toForm } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const LINKS = {
  facebook: 'https://facebook.com/tapiwa',
  twitter: 'https://x.com/tapiwa',
  instagram: 'http://instagram.com/tapiwa',
  linkedin: 'https://www.linkedin.com/in/tapiwa?a=b',
}

let app: TestApp
let photo: Blob
beforeAll(async () => {
  app = await openTestApp()
  photo = await buildImage({ width: 40, height: 60 })
})
afterAll(() => app.close())

type Values = Record<string, string | Blob | undefined>
const send = async (changes: Values = {}) => app.sendForm('POST', '/api/authors', await buildAuthorForm({ photo, ...changes }))

async function add(changes: Values = {}): Promise<Author> {
  const response = await send(changes)
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

async function change(id: string, values: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return app.sendForm('PATCH', `/api/authors/${id}`, form)
}

test('an author is listed with all fields, and the photo is stored with the photos of authors', async () => {
  const author = await add({ name: 'Ruvimbo Chikomo', bio: 'Line one.\nLine two.', ...LINKS })
  expect(author).toMatchObject({ name: 'Ruvimbo Chikomo', bio: 'Line one.\nLine two.', books: 0, socialLinks: LINKS })
  expect(author).toMatchObject((await app.get('/api/authors')).json<Author[]>()[0] ?? {})
  expect((await app.get(`/api/authors/${author.id}`)).json()).toEqual(author)
  expect(author.photo).not.toMatch(/^http|\//)
  const response = await app.get(`/api/media/authors/${author.photo}`)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('renaming the founder as an author together with the books renames the founder on the site, and keeps a draft of the section', async () => {
  const { founder } = app.services.siteContent()
  await storeBook(app.services, { author: founder.name })
  const author = await add({ name: founder.name.toUpperCase() })
  const draft = { ...founder, lines: ['One draft.', 'Two drafts.'] }
  const sections = '/api/site/sections/founder'
  await app.send('PUT', `${sections}/draft`, { content: draft, basedOn: null })
  await change(author.id, { name: 'Rudo Founder', renameBooks: 'true' })
  await expect.poll(() => app.services.siteContent().founder.name).toBe('Rudo Founder')
  const section = (await app.get(sections, app.bearer)).json<EditedSection>()
  expect(section).toMatchObject({ content: { ...draft, name: 'Rudo Founder' }, publishedContent: { ...founder, name: 'Rudo Founder' } })
  const [version] = (await app.get(`${sections}/versions`, app.bearer)).json<SectionVersion[]>()
  expect(version?.by).toBe('Ada Admin')
  const entries = (await app.get('/api/audit?noun=site&limit=1', app.bearer)).json<AuditEntry[]>()
  expect(entries).toMatchObject([{ verb: 'published', subject: { id: 'founder' }, admin: { name: 'Ada Admin' } }])
  // The name on the profile alone changes nothing on the site, where the books still have the former name.
  await change(author.id, { name: 'Rudo Profile' })
  expect(app.services.siteContent().founder.name).toBe('Rudo Founder')
})

describe('books of a renamed author', () => {
  const booksOf = async (name: string) => (await app.get(`/api/books?author=${encodeURIComponent(name)}`)).json<Book[]>()

  test('renaming an author together with the author’s books changes the name in all of them; the audit log contains the number of books', async () => {
    const books = [await storeBook(app.services, { author: 'Rudo Old' }), await storeBook(app.services, { author: 'RUDO  OLD' })]
    const other = await storeBook(app.services, { author: 'Rudo Older' })
    const author = await add({ name: 'Rudo Old' })
    const version = app.services.catalogueVersion.current()
    const renamed = await change(author.id, { name: 'Rudo New', renameBooks: 'true' })
    expect(renamed.json()).toMatchObject({ name: 'Rudo New', books: 2, slug: 'rudo-old' })
    expect(await booksOf('Rudo Old')).toEqual([])
    const found = await booksOf('Rudo New')
    expect(found.map(({ id, author }) => [id, author]).toSorted()).toEqual(books.map(({ id }) => [id, 'Rudo New']).toSorted())
    for (const { id, updatedAt } of books) expect(found.find((book) => book.id === id && book.updatedAt > updatedAt)).toBeDefined()
    expect((await booksOf('Rudo Older')).map(({ id }) => id)).toEqual([other.id])
    expect(app.services.catalogueVersion.current()).not.toBe(version)
    const [entry] = (await app.get('/api/audit?noun=author&limit=1', app.bearer)).json<AuditEntry[]>()
    expect(entry?.changes).toEqual([
      { field: 'name', from: 'Rudo Old', to: 'Rudo New' },
      { field: 'renamedBooks', to: '2' },
    ])
  })

  test('renaming an author also changes the name in books outside public lists: drafts, scheduled, hidden and withdrawn books, and a book that is restored from the bin', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const states = [{ state: 'draft' }, { state: 'scheduled', publishAt: tomorrow }, { state: 'hidden' }, { state: 'withdrawn' }]
    const ids: string[] = []
    for (const state of states) {
      const { id } = await storeBook(app.services, { author: 'Chenai Old' })
      await app.sendForm('PATCH', `/api/books/${id}`, toForm(state))
      ids.push(id)
    }
    const binned = await storeBook(app.services, { author: 'CHENAI OLD' })
    await app.send('DELETE', `/api/books/${binned.id}`)
    const author = await add({ name: 'Chenai Old' })
    expect(author.books).toBe(0)
    const renamed = await change(author.id, { name: 'Chenai New', renameBooks: 'true' })
    expect(renamed.json()).toMatchObject({ name: 'Chenai New', books: 0 })
    const [entry] = (await app.get('/api/audit?noun=author&limit=1', app.bearer)).json<AuditEntry[]>()
    expect(entry?.changes).toContainEqual({ field: 'renamedBooks', to: '5' })
    await app.send('POST', `/api/admin/books/${binned.id}/restore`)
    for (const id of [...ids, binned.id])
      expect((await app.get(`/api/admin/books/${id}`, app.bearer)).json()).toMatchObject({ author: 'Chenai New' })
    expect((await booksOf('Chenai New')).map(({ id }) => id)).toEqual([binned.id])
  })

  test.each<Record<string, string>>([{}, { renameBooks: 'false' }])(
    'an author loses their books when only the profile is renamed',
    async (answer) => {
      const name = `Tendai ${answer.renameBooks}`
      const { id } = await storeBook(app.services, { author: name })
      const author = await add({ name })
      expect((await change(author.id, { name: `${name} Moyo`, ...answer })).json()).toMatchObject({ books: 0 })
      expect((await booksOf(name)).map((book) => book.id)).toEqual([id])
    },
  )

  test('a refused change of an author leaves the books unchanged', async () => {
    const { id } = await storeBook(app.services, { author: 'Farai Stale' })
    const author = await add({ name: 'Farai Stale' })
    const stale = { name: 'Farai Fresh', renameBooks: 'true', updatedAt: '2020-01-01T00:00:00Z' }
    expect((await change(author.id, stale)).statusCode).toBe(409)
    expect((await change(author.id, { name: 'Farai Fresh', renameBooks: 'perhaps' })).json<Problem>().errors).toEqual([
      { field: 'renameBooks', message: 'Send true or false.' },
    ])
    expect((await booksOf('Farai Stale')).map((book) => book.id)).toEqual([id])
  })
})

describe('the number of books of an author', () => {
  test.each([
    ['Tapiwa Gumbo', ['tapiwa gumbo', 'TAPIWA GUMBO', 'Tapiwa Gumbo'], 3],
    ['ZOË MÜLLER', ['Zoë Müller', 'zoë müller', 'Zoe Muller'], 2],
    ['İpek Öz', ['İPEK ÖZ'], 1],
    ["O'Brien %_", ["o'brien %_", 'O’Brien 12'], 1],
    ['Ruvimbo  Nyathi', ['Ruvimbo Nyathi', ' RUVIMBO \t nyathi', 'ruvimbo\u00a0\u3000Nyathi ', 'RuvimboNyathi'], 3],
    ['Nobody', [], 0],
  ])('the number of books of %s ignores case and spaces in author names', async (name, spellings, books) => {
    for (const author of spellings) await storeBook(app.services, { author })
    const author = await add({ name })
    expect(author.books).toBe(books)
    expect((await app.get('/api/authors')).json<Author[]>().find(({ id }) => id === author.id)?.books).toBe(books)
    expect((await app.get(`/api/books?author=${encodeURIComponent(name)}`)).json()).toHaveLength(books)
  })

  test('the number of books of an author changes when a book is published or removed, also for two authors with the same name', async () => {
    const [one, two] = [await add({ name: 'Same Name' }), await add({ name: 'SAME NAME' })]
    const book = await storeBook(app.services, { author: 'same name' })
    const count = async (id: string) => (await app.get(`/api/authors/${id}`)).json<Author>().books
    expect([await count(one.id), await count(two.id)]).toEqual([1, 1])
    await app.send('DELETE', `/api/books/${book.id}`)
    expect([await count(one.id), await count(two.id)]).toEqual([0, 0])
  })
})

describe('social links', () => {
  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)//https://facebook.com',
    'data:text/html,x',
    'ftp://facebook.com/a',
    'tapiwa',
    '@ta piwa',
    '//facebook.com/a',
    'https://',
    'https://localhost/a',
    `https://facebook.com/${'a'.repeat(500)}`,
  ])('%s is not a web address and is refused with an error on its field', async (facebook) => {
    const response = await send({ facebook })
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map((error) => error.field)).toEqual(['facebook'])
  })

  test('social links are completed: a name and an address without https:// become the address of the profile', async () => {
    const { socialLinks } = await add({ facebook: 'facebook.com/tapiwa', instagram: '@tapiwa' })
    expect(socialLinks).toEqual({ facebook: 'https://facebook.com/tapiwa', instagram: 'https://instagram.com/tapiwa' })
  })

  test('social links are optional: a link may be empty or omitted', async () => {
    expect((await add({ facebook: '', twitter: ' ', instagram: undefined })).socialLinks).toEqual({})
  })

  test('social links are unchanged when omitted, replaced when sent, and removed when sent empty', async () => {
    const { id } = await add(LINKS)
    expect((await change(id, { bio: 'Another' })).json<Author>().socialLinks).toEqual(LINKS)
    const changed = await change(id, { facebook: '', twitter: 'https://x.com/other' })
    const [entry] = (await app.get('/api/audit?noun=author&limit=1', app.bearer)).json<AuditEntry[]>()
    expect(entry?.changes).toEqual([
      { field: 'facebook', from: LINKS.facebook, to: '' },
      { field: 'twitter', from: LINKS.twitter, to: 'https://x.com/other' },
    ])
    const { instagram, linkedin } = LINKS
    expect(changed.json<Author>().socialLinks).toEqual({ twitter: 'https://x.com/other', instagram, linkedin })
    expect((await change(id, { linkedin: 'javascript:alert(1)' })).statusCode).toBe(400)
    expect((await app.get(`/api/authors/${id}`)).json<Author>().socialLinks).toEqual(changed.json<Author>().socialLinks)
  })
})

test('an author with missing fields or invalid pictures is refused with errors on the fields, and no file is stored', async () => {
  const missing = await app.sendForm('POST', '/api/authors', new FormData())
  expect(missing.json<Problem>().errors?.map((error) => error.field)).toEqual(['name', 'bio', 'photo'])
  const before = await storedKeys(app.services)
  expect((await send({ photo: await buildPdf() })).statusCode).toBe(415)
  expect((await send({ name: ' ' })).json<Problem>().errors?.map((error) => error.field)).toEqual(['name'])
  expect(await storedKeys(app.services)).toEqual(before)
  expect(await temporaryFiles(app.services)).toEqual([])
})

test('a new photo replaces the old one, and deleting an author deletes the photo', async () => {
  const author = await add({ photo: await buildImage({ width: 40, height: 60, seed: 7 }) })
  const form = new FormData()
  form.set('photo', await buildImage({ width: 40, height: 60, seed: 8 }), 'new.png')
  const changed = (await app.sendForm('PATCH', `/api/authors/${author.id}`, form)).json<Author>()
  expect(await storedKeys(app.services)).not.toContain(author.photo)
  expect(await storedKeys(app.services)).toContain(changed.photo)
  expect((await app.send('DELETE', `/api/authors/${author.id}`)).statusCode).toBe(204)
  expect(await storedKeys(app.services)).not.toContain(changed.photo)
  expect((await app.send('DELETE', `/api/authors/${author.id}`)).statusCode).toBe(404)
  expect((await change(author.id, { bio: 'x' })).statusCode).toBe(404)
})

test('the list of authors is searchable and paged', async () => {
  for (let number = 0; number < 3; number++) await add({ name: `Paged ${number}` })
  const first = await app.get('/api/authors?q=paged&limit=2')
  expect(first.headers['x-total-count']).toBe('3')
  const second = await app.get(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '')
  const names = [first, second].flatMap((page) => page.json<Author[]>().map((author) => author.name))
  expect(names).toEqual(['Paged 2', 'Paged 1', 'Paged 0'])
})
