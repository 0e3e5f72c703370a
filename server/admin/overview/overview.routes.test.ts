import { rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Overview } from '#contracts/admin/overview.ts'
import { startQueue } from '#server/platform/jobs/queue.ts'
import { productVersion } from '#server/platform/product-version.ts'
import { EDITION } from '#server/reading/documents/page-manifest.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { openSmtpServer } from '#tests/support/smtp-server.ts'
import { storeBook, storedKeys, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ CONTACT_DELIVERY: 'inbox' })
})
afterAll(() => app.close())

const overview = async () => {
  const response = await app.get('/api/overview', app.bearer)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Overview>()
}

describe('the overview', () => {
  test('the overview of an empty shop has zero counts and the current settings', async () => {
    const state = await overview()
    const { counts, latest, failedJobs, storage, database, mail, content, payments, anonymous, settings } = state
    expect(state.app).toEqual({ ...productVersion, isBehindUntrustedProxy: false })
    expect(state.backup).toBeNull()
    expect(counts).toEqual({ books: { total: 0, listed: 0 }, podcasts: { total: 0, listed: 0 }, authors: 0, admins: 1, unreadMessages: 0 })
    expect(latest).toEqual([])
    expect(failedJobs).toEqual([])
    expect(storage).toMatchObject({ store: 'disk', works: true, files: 0, bytes: 0, freeBytes: expect.any(Number) })
    expect(storage.freeBytes).toBeGreaterThan(0)
    expect(database).toEqual({
      embedded: false,
      bytes: expect.any(Number),
      version: expect.stringMatching(/^\d+/),
      connections: { apps: 1, needed: 9, allowed: 57 },
    })
    expect(mail).toEqual({ kind: 'files', works: true, lost: [] })
    expect(content).toEqual({ readable: true, invalidSections: [], drafts: [] })
    expect(payments).toEqual({
      gateways: [{ name: 'test', isTrial: true, currencies: ['USD', 'ZWG'] }],
      rate: 'none',
      disputed: 0,
      failedRefunds: 0,
      refundsDue: 0,
      unreadable: 0,
    })
    expect(anonymous).toEqual({
      neverPaidOrders: { count: 0, max: 50_000 },
      messages: { count: 0, max: 10_000 },
      messagesToday: { count: 0, max: 500 },
    })
    expect(settings).toEqual({ production: false, publicUrl: null, demonstration: 'none', contactDelivery: 'inbox' })
  })

  test('the overview counts items, lists the latest items, and sums file sizes', async () => {
    const book = await storeBook(app.services, { title: 'First', content: Buffer.alloc(1000, 1) })
    const podcast = await storePodcast(app.services, { title: 'Second' })
    const again = await storeBook(app.services, { title: 'Third', content: Buffer.alloc(1000, 1) })
    const form = { name: 'Chipo', email: 'chipo@lectern.example', subject: 'Other', message: 'Hello' }
    await app.send('POST', '/api/contact', form, {})
    const { counts, latest, storage } = await overview()
    expect(counts).toEqual({ books: { total: 2, listed: 2 }, podcasts: { total: 1, listed: 1 }, authors: 0, admins: 1, unreadMessages: 1 })
    expect(latest).toEqual([
      { noun: 'book', id: again.id, name: 'Third', createdAt: again.createdAt },
      { noun: 'podcast', id: podcast.id, name: 'Second', createdAt: podcast.createdAt },
      { noun: 'book', id: book.id, name: 'First', createdAt: book.createdAt },
    ])
    const keys = await storedKeys(app.services)
    const sizes = await Promise.all(keys.map(async (key) => (await app.services.library.store.size(key)) ?? 0))
    expect(storage).toMatchObject({ files: keys.length, bytes: sizes.reduce((sum, size) => sum + size, 0) })
  })

  test('the overview counts drafts and hidden items in the total, but no items in the bin', async () => {
    const before = (await overview()).counts.books
    const [draft, hidden, binned] = await Promise.all(['Draft', 'Hidden', 'Binned'].map((title) => storeBook(app.services, { title })))
    await app.sendForm('PATCH', `/api/books/${draft?.id}`, toForm({ state: 'draft' }))
    await app.sendForm('PATCH', `/api/books/${hidden?.id}`, toForm({ state: 'hidden' }))
    await app.send('DELETE', `/api/books/${binned?.id}`)
    expect((await overview()).counts.books).toEqual({ total: before.total + 2, listed: before.listed })
  })

  test('the overview lists books whose pages could not be rendered', async () => {
    const [, damaged] = [await storeBook(app.services, { title: 'Whole' }), await storeBook(app.services, { title: 'Damaged' })]
    await app.services.database.pool.query(
      `insert into book_page_sets (file_key, asset_id, edition, state, sizes, outline, has_text)
      select key, asset_id, $2, 'failed', '[]', '[]', false from media_files where key = $1`,
      [damaged.pdfUrl, EDITION],
    )
    expect((await overview()).failedBooks).toEqual([{ id: damaged.id, name: 'Damaged' }])
  })

  test('the overview reports a background job whose last run failed, until a run succeeds', async () => {
    const job = { name: 'brittle', cron: '0 0 1 1 *', run: async () => undefined }
    const queue = await startQueue(app.services.database.pool, [job], (error) => console.error(error))
    const sql = (text: string) => app.services.database.pool.query(text)
    await sql(
      `insert into pgboss.job (name, state, completed_on, output) values ('brittle', 'failed', now(), '{"message": "no room on the disk"}')`,
    )
    expect((await overview()).failedJobs).toEqual([{ name: 'brittle', at: expect.any(String), reason: 'no room on the disk' }])
    await sql(`insert into pgboss.job (name, state, completed_on) values ('brittle', 'completed', now() + interval '1 second')`)
    expect((await overview()).failedJobs).toEqual([])
    await queue.stop()
  })

  test('the overview reports a proxy whose X-Forwarded-For header is ignored', async () => {
    const request = { headers: { 'x-forwarded-for': '203.0.113.7' }, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage
    app.services.untrustedProxy.observe(request)
    expect((await overview()).app.isBehindUntrustedProxy).toBe(true)
  })

  test('the overview reports that the media store is not writable', async () => {
    const folder = `${app.services.config.dataDir}/media`
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file in the folder’s place')
    expect((await overview()).storage.works).toBe(false)
  })

  test('the overview reports whether the mail server accepts emails', async () => {
    const server = await openSmtpServer({ password: 'right' })
    const mailOf = async (password: string) => {
      const settings = { SMTP_URL: `smtp://shop:${password}@127.0.0.1:${server.port}`, MAIL_FROM: 'shop@lectern.example' }
      const mailing = await openTestApp(settings)
      const { mail } = (await mailing.get('/api/overview', mailing.bearer)).json<Overview>()
      await mailing.close()
      return mail
    }
    expect(await mailOf('right')).toEqual({ kind: 'smtp', works: true, lost: [] })
    expect(await mailOf('wrong')).toEqual({ kind: 'smtp', works: false, lost: [] })
    await server.close()
  })
})
