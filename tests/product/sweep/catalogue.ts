import { expect } from 'vitest'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book, BookDetails } from '#contracts/catalogue/book.ts'
import type { BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { ItemFiles } from '#contracts/catalogue/item-files.ts'
import type { AdminMadeEpub } from '#contracts/catalogue/made-epub.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { ReflowPart } from '#contracts/reading/book-reflow.ts'
import { zipEpub } from '#tests/support/sample-epub.ts'
import {
  buildAudio,
  buildAuthorForm,
  buildBookForm,
  buildChapteredMp3,
  buildImage,
  buildPdf,
  buildPodcastForm,
  buildTextBook,
  toForm,
} from '#tests/support/sample-files.ts'
import type { DescribedApi } from './described-api.ts'

export type Headers = { authorization: string }
export type Catalogue = { free: Book; priced: Book; episode: Podcast; author: Author }

/** Publishes the items that other requests of the API test need. */
export async function publishCatalogue(api: DescribedApi, admin: Headers): Promise<Catalogue> {
  const post = async <Item>(path: string, form: FormData) => (await api.ask(201, `POST ${path}`, { headers: admin, form })).json<Item>()
  const sold = { title: 'A House for Two', price: '4.5', categories: 'Teen Coaching, Book Writing' }
  const [author, free, priced, episode] = await Promise.all([
    post<Author>('/api/authors', await buildAuthorForm({ name: 'Ruvimbo Chikomo', facebook: 'https://facebook.example/ruvimbo' })),
    post<Book>('/api/books', await buildBookForm({ author: 'Ruvimbo Chikomo', pdf: await buildTextBook() })),
    post<Book>('/api/books', await buildBookForm({ ...sold, pdf: await buildPdf({ pages: 5, title: sold.title }) })),
    post<Podcast>('/api/podcasts', await buildPodcastForm({ price: '0', title: 'Money talks for newlyweds' })),
  ])
  return { author, free, priced, episode }
}

/** Creates, changes and deletes a book, an episode and an author, with all requests for their lists and files. */
export async function itemLifeCycles(api: DescribedApi, admin: Headers, { free, priced, author, episode }: Catalogue) {
  const kinds = [
    ['/api/books', await buildBookForm({ title: 'Short-lived' }), { title: 'Renamed' }],
    ['/api/podcasts', await buildPodcastForm({ title: 'Short-lived' }), { title: 'Renamed' }],
    ['/api/authors', await buildAuthorForm({ name: 'Short-lived' }), { bio: 'Rewritten.' }],
  ] as const
  for (const [path, form, change] of kinds) {
    const { id, updatedAt } = (await api.ask(201, `POST ${path}`, { headers: admin, form })).json<Book>()
    await api.ask(200, `GET ${path}/${id}`)
    await api.ask(200, `GET ${path.replace('/api', '/api/sitemap')}?page=1`)
    await api.ask(200, `PATCH ${path}/${id}`, { headers: admin, form: toForm(change) })
    await api.ask(409, `PATCH ${path}/${id}`, { headers: admin, form: toForm({ ...change, updatedAt }) })
    await api.ask(400, `POST ${path}`, { headers: admin, form: toForm({ title: 'Nothing else' }) })
    await api.ask(400, `POST ${path}`, { headers: admin, json: {} })
    const list = await api.ask(200, `GET ${path}?limit=1`)
    await api.ask(304, `GET ${path}?limit=1`, { headers: { 'if-none-match': list.headers.get('etag') ?? '' } })
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(list.headers.get('link') ?? '') ?? []
    await api.ask(200, `GET ${next}`)
    await api.ask(400, `GET ${path}?limit=many`)
    await api.ask(204, `DELETE ${path}/${id}`, { headers: admin })
    await api.ask(path === '/api/authors' ? 404 : 410, `GET ${path}/${id}`)
    await api.ask(404, `DELETE ${path}/${id}`, { headers: admin })
    if (path === '/api/authors') continue
    const kept = path.replace('/api', '/api/admin')
    await api.ask(200, `GET ${kept}?state=bin&limit=1`, { headers: admin })
    await api.ask(200, `GET ${kept}/${id}`, { headers: admin })
    await api.ask(200, `POST ${kept}/${id}/restore`, { headers: admin })
    await api.ask(404, `DELETE ${kept}/${id}`, { headers: admin })
    const replacement = path === '/api/books' ? { pdf: await buildPdf({ pages: 4 }) } : { audio: buildAudio({ seconds: 3 }) }
    await api.ask(200, `PATCH ${path}/${id}`, { headers: admin, form: toForm(replacement) })
    const { former } = (await api.ask(200, `GET ${kept}/${id}/files`, { headers: admin })).json<ItemFiles>()
    await api.ask(200, `POST ${kept}/${id}/former-files/${former[0]?.id}/restore`, { headers: admin })
    await api.ask(404, `POST ${kept}/${id}/former-files/none/restore`, { headers: admin })
    await api.ask(409, `POST ${kept}/${id}/preview-link`, { headers: admin })
    await api.ask(200, `PATCH ${path}/${id}`, { headers: admin, form: toForm({ state: 'draft' }) })
    await api.ask(200, `POST ${kept}/${id}/preview-link`, { headers: admin })
    await api.ask(204, `DELETE ${path}/${id}`, { headers: admin })
    await api.ask(204, `DELETE ${kept}/${id}`, { headers: admin })
    await api.ask(404, `GET ${kept}/${id}`, { headers: admin })
    await api.ask(404, `POST ${kept}/${id}/restore`, { headers: admin })
  }
  const languages = await api.ask(200, 'GET /api/site/languages')
  await api.ask(304, 'GET /api/site/languages', { headers: { 'if-none-match': languages.headers.get('etag') ?? '' } })
  await api.ask(200, 'GET /api/sitemap/series')
  for (const path of ['/api/books', '/api/podcasts']) {
    const { id } = path === '/api/books' ? priced : episode
    const change = (price: string, updatedAt?: string) => ({ headers: admin, json: { items: [{ id, price, updatedAt }] } })
    const { action } = (await api.ask(200, `POST ${path}/changes`, change('6'))).json<BulkOutcome>()
    await api.ask(409, `POST ${path}/changes`, change('7', '2020-01-01T00:00:00.000Z'))
    await api.ask(400, `POST ${path}/changes`, change('free'))
    await api.ask(200, `POST ${path}/changes/${action}/revert`, { headers: admin })
    await api.ask(409, `POST ${path}/changes/${action}/revert`, { headers: admin })
    await api.ask(404, `POST ${path}/changes/none/revert`, { headers: admin })
    const deletion = { headers: admin, json: { items: [{ id, deleted: true }] } }
    const deleted = (await api.ask(200, `POST ${path}/changes`, deletion)).json<BulkOutcome>()
    await api.ask(200, `POST ${path}/changes/${deleted.action}/revert`, { headers: admin })
  }
  const found = await api.ask(200, 'GET /api/search?q=house&kind=book')
  await api.ask(304, 'GET /api/search?q=house&kind=book', { headers: { 'if-none-match': found.headers.get('etag') ?? '' } })
  await api.ask(400, 'GET /api/search?q=house&page=0')
  await api.ask(204, `POST /api/statistics/book/${free.id}?event=opened`)
  await api.ask(400, `POST /api/statistics/book/${free.id}?event=nothing`)
  await api.ask(200, `GET /api/podcasts/${episode.id}/next?category=Teen+Coaching`)
  const spoken = toForm({ chapters: '0:00 Welcome', transcript: new File(['WEBVTT\n\n00:00.100 --> 00:00.900\nHello'], 'talk.vtt') })
  await api.ask(200, `PATCH /api/podcasts/${episode.id}`, { headers: admin, form: spoken })
  await api.ask(200, `GET /api/podcasts/${episode.id}/file-chapters`, { headers: admin })
  for (const file of ['chapters.json', 'transcript.vtt', 'transcript.srt', 'transcript.json']) {
    const sent = await api.ask(200, `GET /api/podcasts/${episode.id}/${file}`)
    await api.ask(304, `GET /api/podcasts/${episode.id}/${file}`, { headers: { 'if-none-match': sent.headers.get('etag') ?? '' } })
    await api.ask(404, `GET /api/podcasts/none/${file}`)
  }
  const heard = toForm({ audio: new File([new Uint8Array(buildChapteredMp3(200, [{ start: 0, title: 'Opening' }]))], 'whole.mp3') })
  await api.ask(200, `PATCH /api/books/${free.id}`, { headers: admin, form: heard })
  const chapters = await api.ask(200, `GET /api/books/${free.id}/chapters.json`)
  await api.ask(304, `GET /api/books/${free.id}/chapters.json`, { headers: { 'if-none-match': chapters.headers.get('etag') ?? '' } })
  await api.ask(404, 'GET /api/books/none/chapters.json')
  await api.ask(400, `GET /api/podcasts/${episode.id}/next?category=${'x'.repeat(600)}`)
  for (const file of [`/api/media/${free.pdfUrl}`, `/api/media/authors/${author.picture.sources[0]?.path}`]) {
    const whole = await api.ask(200, `GET ${file}`)
    await api.ask(206, `GET ${file}`, { headers: { range: 'bytes=0-9' } })
    await api.ask(416, `GET ${file}`, { headers: { range: 'bytes=99999999-' } })
    await api.ask(304, `GET ${file}`, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
  }
  for (const part of ['pages', 'pages/1/text', 'pages/1/480.webp', 'pages/flow', 'pages/flow/1']) {
    const made = await api.ask(200, `GET /api/media/${free.pdfUrl}/${part}`)
    await api.ask(304, `GET /api/media/${free.pdfUrl}/${part}`, { headers: { 'if-none-match': made.headers.get('etag') ?? '' } })
    await api.ask(403, `GET /api/media/${priced.pdfUrl}/${part}`)
  }
  await api.ask(404, `GET /api/media/${free.pdfUrl}/pages/flow/9`)
  await api.ask(200, `GET /api/media/${free.pdfUrl}/pages/search?q=season`)
  await api.ask(403, `GET /api/media/${priced.pdfUrl}/pages/search?q=house`)
  await api.ask(400, `GET /api/media/${free.pdfUrl}/pages/search`)
  const places = [{ page: 1, words: 'season' }]
  await api.ask(200, `POST /api/media/${free.pdfUrl}/pages/places`, { json: { places } })
  await api.ask(403, `POST /api/media/${priced.pdfUrl}/pages/places`, { json: { places } })
  await api.ask(400, `POST /api/media/${free.pdfUrl}/pages/places`, { json: { places: [] } })
  await api.ask(404, `GET /api/media/${free.pdfUrl}/pages/100/text`)
  await api.ask(400, `GET /api/media/${free.pdfUrl}/pages/1/481.webp`)
  await api.ask(403, `GET /api/media/${priced.pdfUrl}`)
  await api.ask(404, `GET /api/media/${'0'.repeat(64)}.pdf`)
}

/** Tests the low-bitrate audio and the AAC of an episode, which a worker encodes some time after the start. */
export async function lowBitrateAudio(api: DescribedApi, { episode }: Catalogue) {
  const files = ['light', 'podcast.m4a'].map((path) => `GET /api/media/${episode.audioUrl}/${path}`)
  for (const file of files) {
    await expect.poll(async () => (await api.call(file)).status, { timeout: 120_000, interval: 1000 }).toBe(200)
    const whole = await api.ask(200, file)
    await api.ask(206, file, { headers: { range: 'bytes=0-9' } })
    await api.ask(416, file, { headers: { range: 'bytes=99999999-' } })
    await api.ask(304, file, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
  }
}

/** Tests the EPUB that is made from a PDF some time after the start, and that a book offers once it is switched on. */
export async function madeEpub(api: DescribedApi, admin: Headers, { free, priced }: Catalogue) {
  const state = async () => (await api.ask(200, `GET /api/admin/books/${free.id}/epub`, { headers: admin })).json<AdminMadeEpub>()
  await expect.poll(async () => (await state()).state, { timeout: 120_000, interval: 1000 }).toBe('made')
  const file = `GET /api/media/${free.pdfUrl}/book.epub`
  await api.ask(404, file)
  await api.ask(200, `GET /api/media/${(await state()).url}`)
  await api.ask(200, `PATCH /api/books/${free.id}`, { headers: admin, form: toForm({ offerEpub: 'yes' }) })
  const whole = await api.ask(200, file)
  await api.ask(206, file, { headers: { range: 'bytes=0-9' } })
  await api.ask(416, file, { headers: { range: 'bytes=99999999-' } })
  await api.ask(304, file, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
  await api.ask(403, `GET /api/media/${priced.pdfUrl}/book.epub`)
  await api.ask(404, 'GET /api/admin/books/none/epub', { headers: admin })
}

/** Checks and imports a table whose only row is invalid, and downloads the tables of the catalogue. */
export async function importAndExport(api: DescribedApi, admin: Headers) {
  const headers = { ...admin, 'tus-resumable': '1.0.0' }
  const text = (value: string) => Buffer.from(value).toString('base64')
  const table = Buffer.from('title,author,price,categories,description,coverImage,pdf\nOne,Rudo,x,Faith,About.,a.png,a.pdf\n')
  const about = { 'upload-length': String(table.length), 'upload-metadata': `field ${text('import')},filename ${text('books.csv')}` }
  const created = await api.ask(201, 'POST /api/uploads', { headers: { ...headers, ...about } })
  const id = created.headers.get('location')?.split('/').at(-1) ?? ''
  const piece = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await api.ask(204, `PATCH /api/uploads/${id}`, { headers: piece, bytes: new Uint8Array(table) })
  const files = [{ name: 'books.csv', upload: id }]
  await api.ask(200, 'POST /api/imports', { headers: admin, json: { files, dryRun: true, skipBad: false } })
  await api.ask(400, 'POST /api/imports', { headers: admin, json: { files: [], dryRun: true, skipBad: false } })
  for (const noun of ['books', 'podcasts']) await api.ask(200, `GET /api/exports/${noun}.csv`, { headers: admin })
}

/** Tests resumable uploads: cancels an upload, sends it again, and publishes it. */
export async function uploadLifeCycle(api: DescribedApi, admin: Headers) {
  const form = await buildBookForm({ title: 'In pieces' })
  const bytes = new Uint8Array(await (form.get('pdf') as File).arrayBuffer())
  const headers = { ...admin, 'tus-resumable': '1.0.0' }
  const text = (value: string) => Buffer.from(value).toString('base64')
  const begin = async (length = bytes.length, field = 'pdf', filename = 'book.pdf') => {
    const about = { 'upload-length': String(length), 'upload-metadata': `field ${text(field)},filename ${text(filename)}` }
    const { headers: answered } = await api.ask(201, 'POST /api/uploads', { headers: { ...headers, ...about } })
    return `/api/uploads/${answered.get('location')?.split('/').at(-1)}`
  }
  const piece = (offset: number) => ({ ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' })
  await api.ask(200, 'GET /api/file-limits', { headers: admin })
  await api.ask(204, 'OPTIONS /api/uploads', { headers })
  await api.ask(412, 'POST /api/uploads', { headers: admin })
  await api.ask(204, `DELETE ${await begin()}`, { headers })
  const upload = await begin()
  await api.ask(204, `PATCH ${upload}`, { headers: piece(0), bytes: bytes.subarray(0, 100) })
  await api.ask(409, `PATCH ${upload}`, { headers: piece(7), bytes: bytes.subarray(7, 100) })
  await api.ask(200, `HEAD ${upload}`, { headers })
  await api.ask(204, `PATCH ${upload}`, { headers: piece(100), bytes: bytes.subarray(100) })
  await api.ask(200, `GET ${upload}/document`, { headers: admin })
  form.delete('pdf')
  form.set('pdfUpload', upload.split('/').at(-1) ?? '')
  const book = (await api.ask(201, 'POST /api/books', { headers: admin, form })).json<Book>()
  await api.ask(404, `HEAD ${upload}`, { headers })
  const sound = new Uint8Array(await buildAudio().arrayBuffer())
  const recording = await begin(sound.length, 'audio', 'talk.wav')
  await api.ask(204, `PATCH ${recording}`, { headers: piece(0), bytes: sound })
  await api.ask(200, `GET ${recording}/recording`, { headers: admin })
  await api.ask(400, `GET ${upload}/recording`, { headers: admin })
  await api.ask(400, `GET ${recording}/document`, { headers: admin })

  const picture = new Uint8Array(await (await buildImage()).arrayBuffer())
  const archive = zipEpub({ documents: ['<p>Look:</p><img src="map.png" alt="A map"/>'], files: { 'EPUB/map.png': picture } })
  const epub = await begin(archive.length, 'epub', 'book.epub')
  await api.ask(204, `PATCH ${epub}`, { headers: piece(0), bytes: new Uint8Array(archive) })
  await api.ask(200, `GET ${epub}/epub`, { headers: admin })
  await api.ask(400, `GET ${recording}/epub`, { headers: admin })
  const added = toForm({ epubUpload: epub.split('/').at(-1) })
  await api.ask(200, `PATCH /api/books/${book.id}`, { headers: admin, form: added })
  const { editions } = (await api.ask(200, `GET /api/books/${book.id}`)).json<BookDetails>()
  const media = `/api/media/${editions.find(({ format }) => format === 'epub')?.url}`
  const { blocks } = (await api.ask(200, `GET ${media}/pages/flow/1`)).json<ReflowPart>()
  const [image] = blocks.flatMap((block) => (block.kind === 'picture' ? (block.image?.sources ?? []) : []))
  const sent = await api.ask(200, `GET ${media}/pages/images/${image?.file}`)
  await api.ask(304, `GET ${media}/pages/images/${image?.file}`, { headers: { 'if-none-match': sent.headers.get('etag') ?? '' } })
  await api.ask(404, `GET ${media}/pages/images/${'0'.repeat(64)}.webp`)
  await api.ask(204, `DELETE /api/books/${book.id}`, { headers: admin })
}
