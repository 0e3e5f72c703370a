import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import { FORMER_FILE_DAYS } from '#contracts/admin/retention.ts'
import type { Book, BookDetails } from '#contracts/catalogue/book.ts'
import type { ItemFiles } from '#contracts/catalogue/item-files.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { buildAudio, buildBookForm, buildImage, buildPdf, buildPodcastForm } from '#tests/support/sample-files.ts'
import { storedKeys } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

describe.each(['disk', 's3'] as const)('replaced files with the media store on %s', (place) => {
  let app: TestApp
  let s3: Awaited<ReturnType<typeof startS3Server>> | undefined
  beforeAll(async () => {
    s3 = place === 's3' ? await startS3Server() : undefined
    app = await openTestApp(s3 && { ...(await s3.makeBucketSettings()), S3_DELIVERY: 'proxy', SIGNING_KEYS: '0123456789abcdef'.repeat(2) })
  })
  afterAll(async () => {
    await app.close()
    await s3?.stop()
  })

  const publish = async (values: Record<string, string | Blob>) =>
    (await app.sendForm('POST', '/api/books', await buildBookForm(values))).json<BookDetails>()
  const filesOf = async (id: string, noun = 'books') => (await app.get(`/api/admin/${noun}/${id}/files`, app.bearer)).json<ItemFiles>()
  const statusOf = async (path: string) => (await app.get(`/api/media/${path}`)).statusCode
  const restore = (id: string, file = '', noun = 'books') => app.send('POST', `/api/admin/${noun}/${id}/former-files/${file}/restore`)

  async function change(id: string, values: Record<string, string | Blob>, noun = 'books') {
    const form = new FormData()
    for (const [name, value] of Object.entries(values))
      typeof value === 'string' ? form.set(name, value) : form.set(name, value, `file.${name === 'pdf' ? 'pdf' : 'wav'}`)
    const response = await app.sendForm('PATCH', `/api/${noun}/${id}`, form)
    expect(response.statusCode, response.body).toBe(200)
    return response.json<Book>()
  }

  async function age(id: string, days: number) {
    const replacedAt = `now() - make_interval(days => ${days}) - interval '1 minute'`
    await app.services.database.pool.query(
      `update former_files set replaced_at = ${replacedAt} from editions where editions.id = edition_id and item_id = $1`,
      [id],
    )
  }

  test('a replaced PDF is available to administrators only, and restoring it is recorded in the audit log', async () => {
    const book = await publish({ title: 'Second thoughts', pdf: await buildPdf({ title: 'First', pages: 3 }) })
    const { files, former: none } = await filesOf(book.id)
    expect(none).toEqual([])
    expect(files).toMatchObject([
      { field: 'coverImage' },
      { field: 'pdf', name: 'Second thoughts.pdf', bytes: book.pdfBytes, url: book.pdfUrl },
    ])
    for (const { url } of files) expect(await statusOf(url)).toBe(200)

    const changed = await change(book.id, { pdf: await buildPdf({ title: 'Second', pages: 9 }) })
    const [former] = (await filesOf(book.id)).former
    expect(former).toMatchObject({ field: 'pdf', name: 'Second thoughts.pdf', bytes: book.pdfBytes })
    expect(Date.parse(former?.keptUntil ?? '') - Date.parse(former?.replacedAt ?? '')).toBe(FORMER_FILE_DAYS * 24 * 3600 * 1000)
    expect(await statusOf(book.pdfUrl)).toBe(403)
    expect(await statusOf(`${changed.pdfUrl}?${former?.url.split('?')[1]}`)).toBe(200)
    const download = await app.get(`/api/media/${former?.url}`)
    expect([download.statusCode, download.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect((await PDFDocument.load(download.rawPayload)).getPageCount()).toBe(3)

    const restored = await restore(book.id, former?.id)
    expect(restored.statusCode, restored.body).toBe(200)
    expect(restored.json<Book>()).toMatchObject({ pdfUrl: book.pdfUrl, pageCount: 3 })
    expect(await statusOf(book.pdfUrl)).toBe(200)
    expect(await statusOf(changed.pdfUrl)).toBe(403)
    expect((await filesOf(book.id)).former).toMatchObject([{ bytes: changed.pdfBytes }])
    const [entry] = (await app.get('/api/audit?noun=book&limit=1', app.bearer)).json<AuditEntry[]>()
    expect(entry).toMatchObject({ verb: 'changed', subject: { id: book.id }, changes: [{ field: 'pdf', to: 'earlier version' }] })
    // The restored PDF is the book's current file again, so it is no longer listed among the replaced files.
    expect((await restore(book.id, former?.id)).statusCode).toBe(404)
    expect((await restore(book.id, 'none')).statusCode).toBe(404)
  })

  test('a replaced file is deleted after its retention time, or with its item, unless another item uses the file', async () => {
    const [old, other] = [await buildPdf({ title: 'Old' }), await buildPdf({ title: 'Other' })]
    const [book, sharing] = [await publish({ pdf: old }), await publish({ pdf: old })]
    const changed = await change(book.id, { pdf: other })
    await age(book.id, FORMER_FILE_DAYS - 1)
    await app.services.catalogue.books.removeOldFiles()
    expect((await filesOf(book.id)).former).toHaveLength(1)
    await age(book.id, FORMER_FILE_DAYS)
    await app.services.catalogue.books.removeOldFiles()
    expect((await filesOf(book.id)).former).toEqual([])
    expect(await statusOf(sharing.pdfUrl)).toBe(200)

    await change(sharing.id, { pdf: await buildPdf({ title: 'Third' }) })
    await app.send('DELETE', `/api/books/${sharing.id}`)
    const [kept] = (await filesOf(sharing.id)).former
    // Files of an item in the bin can't be restored before the item is.
    expect((await restore(sharing.id, kept?.id)).statusCode).toBe(404)
    expect(await storedKeys(app.services)).toContain(sharing.pdfUrl)
    expect((await app.send('DELETE', `/api/admin/books/${sharing.id}`)).statusCode).toBe(204)
    await app.services.library.sweep()
    const keys = await storedKeys(app.services)
    expect(keys).not.toContain(sharing.pdfUrl)
    expect(keys).toContain(changed.pdfUrl)
    const { rows } = await app.services.database.pool.query(
      'select from former_files join editions on editions.id = edition_id where item_id = $1',
      [sharing.id],
    )
    expect(rows).toEqual([])
  })

  test('replaced covers are not retained, and neither is a file that is replaced by an identical one', async () => {
    const pdf = await buildPdf({ title: 'Same' })
    const book = await publish({ pdf, coverImage: await buildImage({ seed: 41 }) })
    const changed = await change(book.id, { pdf, coverImage: await buildImage({ seed: 42 }) })
    expect(changed.pdfUrl).toBe(book.pdfUrl)
    expect((await filesOf(book.id)).former).toEqual([])
    expect(await storedKeys(app.services)).not.toContain(book.coverImageUrl)
  })

  test('a PDF that was replaced while its book was free gets a preview when it is restored in a priced book', async () => {
    const book = await publish({ pdf: await buildPdf({ title: 'Free', pages: 12 }) })
    await change(book.id, { pdf: await buildPdf({ title: 'Priced', pages: 14 }), price: '3' })
    const [former] = (await filesOf(book.id)).former
    const restored = (await restore(book.id, former?.id)).json<Book>()
    expect(restored.pdfUrl).toBe(book.pdfUrl)
    expect(await statusOf(restored.pdfUrl)).toBe(403)
    expect(await statusOf(restored.previewUrl ?? '')).toBe(200)
    // Administrators can open the files of a priced item.
    const present = (await filesOf(book.id)).files.find(({ field }) => field === 'pdf')
    expect(await statusOf(present?.url ?? '')).toBe(200)
  })

  test('restoring a recording also restores its duration', async () => {
    const sent = await app.sendForm('POST', '/api/podcasts', await buildPodcastForm({ audio: buildAudio({ seconds: 2 }), duration: '' }))
    const episode = sent.json<Podcast>()
    const longer = await change(episode.id, { audio: buildAudio({ seconds: 5 }), duration: '' }, 'podcasts')
    expect(longer).toMatchObject({ duration: '0:05' })
    const [former] = (await filesOf(episode.id, 'podcasts')).former
    const restored = await restore(episode.id, former?.id, 'podcasts')
    expect(restored.json<Podcast>()).toMatchObject({ audioUrl: episode.audioUrl, duration: '0:02' })
    const [entry] = (await app.get('/api/audit?noun=podcast&limit=1', app.bearer)).json<AuditEntry[]>()
    expect(entry?.changes).toEqual([
      { field: 'audio', to: 'earlier version' },
      { field: 'duration', from: '0:05', to: '0:02' },
    ])
  })
})
