import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import { buildBookForm, buildImage, buildLargePdf } from '#tests/support/sample-files.ts'
import type { Admin } from '../cluster.ts'
import type { AcknowledgedChanges, BookVersion } from './acknowledged-changes.ts'
import type { Recorder } from './recorder.ts'
import { uploadInPieces } from './upload-in-pieces.ts'

/** Pause between publications, in ms. A publication takes seconds of processor time, which readers need too. */
const PAUSE_MS = 8000
/** Number of books published per session. */
const BOOKS_A_SESSION = 10
/** Changes of the previously published book, applied in turn, one after each publication */
const CHANGES: ((book: Book) => BookVersion)[] = [
  ({ title, price }) => ({ title: `${title}, second edition`, price }),
  ({ title }) => ({ title, price: 3 }),
  () => undefined,
]
const PAGES = 4

export type PublishingReport = {
  published: number
  /** Reasons why publications failed */
  failures: string[]
  /** Number of acknowledged bytes of uploads that were lost */
  lostBytes: number
  /** Number of uploads whose chunks went to several nodes, and of resumptions after a failure */
  uploads: { spread: number; resumed: number }
}

type Desk = { url: string; admin: Admin; number: number; recorder: Recorder; acknowledged: AcknowledgedChanges; signal: AbortSignal }

/** Publishes and changes books one after another until the signal aborts. */
export async function publishRepeatedly({ url, admin, number, recorder, acknowledged, signal }: Desk): Promise<PublishingReport> {
  const report: PublishingReport = { published: 0, failures: [], lostBytes: 0, uploads: { spread: 0, resumed: 0 } }
  const pdf = Buffer.from(await (await buildLargePdf({ pages: PAGES })).arrayBuffer())
  let headers = await signIn()

  async function signIn() {
    const response = await recorder.patient('sign in')(`${url}/api/login`, {
      method: 'POST',
      body: JSON.stringify(admin),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.200.0.${number}` },
    })
    const { token } = (await response.json()) as { token: string }
    acknowledged.sessions.add(token)
    return { authorization: `Bearer ${token}` }
  }

  async function publish(title: string) {
    // Each upload has different bytes, appended after the end of the document.
    const upload = await uploadInPieces(url, { file: Buffer.concat([pdf, Buffer.from(`\n% ${title}\n`)]), headers, recorder })
    report.lostBytes += upload.lost
    report.uploads.spread += Number(upload.nodes.size > 1)
    report.uploads.resumed += upload.resumed
    if (!upload.id) throw new Error('The upload was lost')
    const coverImage = await buildImage({ width: 60, height: 90, seed: Date.now() % 65_536 })
    const body = await buildBookForm({ title, price: '0', coverImage, pdf: undefined, pdfUpload: upload.id })
    const response = await recorder.patient('publish')(`${url}/api/books`, { method: 'POST', headers, body })
    const book = response.status === 201 ? ((await response.json()) as Book) : await find(title)
    if (!book) throw new Error(`Publishing returned ${response.status}`)
    acknowledged.books.set(book.id, { ...book, versions: [book] })
    report.published += 1
    return book
  }

  /** Finds a book that was published although the response was lost: a retry is rejected, since the upload is already used. */
  async function find(title: string): Promise<Book | undefined> {
    const response = await recorder.patient('search')(`${url}/api/books?q=${encodeURIComponent(title)}`)
    return ((await response.json()) as Book[]).find((book) => book.title === title)
  }

  async function change(book: Book, version: BookVersion) {
    const known = acknowledged.books.get(book.id)
    if (!known) return
    known.versions = [book, version]
    const body = new FormData()
    for (const [name, value] of Object.entries(version ?? {})) body.set(name, String(value))
    const init = version ? { method: 'PATCH', body } : { method: 'DELETE' }
    const { ok, status } = await recorder.patient('change')(`${url}/api/books/${book.id}`, { ...init, headers })
    // Status 404 counts as success of a deletion, since the response to an earlier attempt may have been lost.
    if (ok || (!version && status === 404)) known.versions = [version]
  }

  let former: Book | undefined
  for (let turn = 1; !signal.aborted; turn++) {
    try {
      const book = await publish(`Book ${number}.${Date.now()}`)
      // The newest book is never deleted: visitors check that the catalogue does not become older.
      if (former) await change(former, CHANGES[turn % CHANGES.length]?.(former))
      former = book
      if (turn % BOOKS_A_SESSION === 0) headers = await signIn()
    } catch (error) {
      report.failures.push((error as Error).message)
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  return report
}
