import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeBound } from '#server/platform/http/route-bounds.ts'
import { addMadePages } from '#tests/support/made-pages.ts'
import { listPublicReads } from '#tests/support/public-reads.ts'
import { recordStatements } from '#tests/support/record-statements.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Maximum number of SQL statements per response: those that find the file or item, and one for the requested data. */
const MAX_STATEMENTS = 3

let app: TestApp
let places: Record<string, string>
beforeAll(async () => {
  app = await openTestApp()
  const content = Buffer.from(await (await buildPdf({ title: 'Bounded' })).arrayBuffer())
  const book = await storeBook(app.services, { content })
  await addMadePages(app.services, book.pdfUrl, ['one', 'two', 'three'])
  const episode = await storePodcast(app.services)
  places = { key: book.pdfUrl, page: '2', part: '1', width: '480', format: 'avif', books: book.id, podcasts: episode.id }
})
afterAll(() => app.close())

/** SQL statements that aren't counted: they check for catalogue changes or set up a connection */
const OTHERS = /catalogue_version|tcp_keepalives|pg_is_in_recovery/

/** Returns the response status of a request and the SQL statements run for its data. */
async function statementsOf(url: string): Promise<{ status: number; statements: string[] }> {
  let status = 0
  const all = await recordStatements(async () => {
    status = (await app.get(url, { 'client-id': 'x'.repeat(32), 'accept-encoding': 'br' })).statusCode
  })
  return { status, statements: all.filter((text) => !OTHERS.test(text)) }
}

test('a response documented as cached takes at most one SQL statement, and a response with a documented constant cost at most three', async () => {
  const checked = { cached: 0, constant: 0 }
  for (const { url, description } of await listPublicReads(app, places)) {
    // Each URL with a query is requested twice, since the server caches its response on the second request only.
    for (const visit of ['1', '2']) await app.get(`${url}&visit=${visit}`, { 'accept-encoding': 'br' })
    const { status, statements } = await statementsOf(`${url}&visit=3`)
    if (status !== 200) continue
    if (description.includes(describeBound('cached'))) {
      checked.cached += 1
      expect(statements.filter((text) => !text.includes('media_files')).length, `${url} ${statements.join('\n')}`).toBeLessThanOrEqual(1)
    } else if (description.includes('Constant cost')) {
      checked.constant += 1
      expect(statements.length, `${url} ${statements.join('\n')}`).toBeLessThanOrEqual(MAX_STATEMENTS)
    }
  }
  expect(checked.cached).toBeGreaterThan(6)
  expect(checked.constant).toBeGreaterThan(6)
})
