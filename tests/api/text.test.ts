import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import { MIGRATIONS_FOLDER } from '#server/platform/database/migrate.ts'
import { buildAuthorForm, buildBookForm } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const decomposed = (text: string) => text.normalize('NFD')
const addBook = async (fields: Record<string, string>) =>
  (await app.sendForm('POST', '/api/books', await buildBookForm(fields))).json<Book>()
const addAuthor = async (name: string) => (await app.sendForm('POST', '/api/authors', await buildAuthorForm({ name }))).json<Author>()
const titlesBy = async (author: string) =>
  (await app.get(`/api/books?author=${encodeURIComponent(author)}`)).json<Book[]>().map(({ title }) => title)

test('form text is stored in NFC and found by its NFC and NFD forms', async () => {
  const book = await addBook({ title: decomposed('Été à Ségou'), author: decomposed('Chloé Zimunhu'), categories: decomposed('Prière') })
  expect([book.title, book.author, book.categories]).toEqual(['Été à Ségou', 'Chloé Zimunhu', ['Prière']])
  expect((await addAuthor('Chloé Zimunhu')).books).toBe(1)
  for (const form of ['NFC', 'NFD']) {
    expect(await titlesBy('Chloé Zimunhu'.normalize(form))).toEqual([book.title])
    const found = await app.get(`/api/books?q=${encodeURIComponent('Ségou'.normalize(form))}`)
    expect(found.json<Book[]>().map(({ id }) => id)).toEqual([book.id])
  }
})

test('JSON text is stored in NFC, even if its characters are escaped or nested', async () => {
  const name = decomposed('Zoé')
  const json = JSON.stringify({ firstname: name, lastname: 'Nkomo', email: 'zoe@lectern.example', password: 'quiet river' })
  const escaped = json.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const added = await app.app.inject({
    method: 'POST',
    url: '/api/admins',
    headers: { ...app.bearer, 'content-type': 'application/json' },
    payload: escaped,
  })
  expect(added.json()).toMatchObject({ firstname: 'Zoé' })
})

test('a body nested thousands of levels deep is refused like any other invalid body', async () => {
  const payload = `${'['.repeat(60_000)}"é"${']'.repeat(60_000)}`
  const refused = await app.app.inject({ method: 'POST', url: '/api/login', headers: { 'content-type': 'application/json' }, payload })
  expect(refused.statusCode).toBe(400)
})

test.each([
  ['apostrophes of every style', 'Siân O’Brien', "Siân O'Brien", 'Siân O`Brien', 'Siân OʼBrien'],
  ['full-width letters', 'Yuki Tanaka', 'Ｙｕｋｉ　Ｔａｎａｋａ'],
  ['ligatures', 'Effie Filer', 'Eﬃe Filer', 'Effie ﬁler'],
  ['hyphens and dashes', 'Jean-Paul Kona', 'Jean\u2011Paul Kona', 'Jean–Paul Kona'],
  ['invisible characters', 'Ruth Sibanda', 'Ruth\u200e Sibanda', 'Ruth Siban\u00adda', '\u200bRuth Sibanda'],
  ['capital letters without a single small form', 'Anna Strauß', 'ANNA STRAUSS', 'ANNA STRAUẞ'],
  ['the final sigma', 'Νίκος Παππάς', 'ΝΊΚΟΣ ΠΑΠΠΆΣ'],
  ['marks in another order', 'Nguyễn Hiệu', 'Nguye\u0302\u0303n Hie\u0323\u0302u'],
])('names that differ in %s belong to one author', async (_kind, name, ...spellings) => {
  for (const author of spellings) await storeBook(app.services, { author })
  expect((await addAuthor(name)).books).toBe(spellings.length)
  const { rows } = await app.services.database.pool.query('select name_key(name) as key from unnest($1::text[]) name', [
    [name, ...spellings],
  ])
  expect(rows.map(({ key }) => key)).toEqual([name, ...spellings].map(nameKey))
})

test('a password is accepted in any Unicode composition', async () => {
  const account = { firstname: 'Ben', lastname: 'Banda', email: 'composed@lectern.example' }
  await app.send('POST', '/api/admins', { ...account, password: 'Mhuri-é-\u00a0rain'.normalize('NFC') })
  const signIn = async (password: string) => (await app.send('POST', '/api/login', { email: account.email, password }, {})).statusCode
  expect(await signIn('Mhuri-é- rain'.normalize('NFC'))).toBe(200)
  expect(await signIn('Mhuri-é-\u00a0rain'.normalize('NFD'))).toBe(200)
  expect(await signIn('Mhuri-e- rain')).toBe(401)
  // The stored hash is from before passwords were normalized.
  const former = await hash('Tariro-ö-\u3000tree'.normalize('NFD'))
  await app.services.database.pool.query('update admins set password_hash = $1 where email = $2', [former, account.email])
  for (const form of ['NFC', 'NFD']) expect(await signIn('Tariro-ö-\u3000tree'.normalize(form))).toBe(200)
})

test('the migration normalizes existing text to NFC and leaves other rows untouched', async () => {
  const { pool } = app.services.database
  const book = await storeBook(app.services, { title: 'Café au lait', author: 'Renée', description: 'Déjà vu' })
  const plain = await storeBook(app.services, { title: 'Plain' })
  const read = async (id: string) =>
    (await pool.query('select title, author, description, categories, xmin from books where id = $1', [id])).rows[0]
  await pool.query(
    `update books set title = normalize(title, NFD), author = normalize(author, NFD), categories = '{Vie,E\u0301te\u0301}' where id = $1`,
    [book.id],
  )
  const before = await read(plain.id)
  const migration = await readFile(join(MIGRATIONS_FOLDER, '0037_normalized-text.sql'), 'utf8')
  for (const statement of migration.split('--> statement-breakpoint')) await pool.query(statement)
  expect(await read(book.id)).toMatchObject({ title: 'Café au lait', author: 'Renée', description: 'Déjà vu', categories: ['Vie', 'Été'] })
  expect(await read(plain.id)).toEqual(before)
})
