import { afterAll, beforeAll, expect, test } from 'vitest'
import { findVisitor } from '#server/platform/concurrency/current-visitor.ts'
import { type QueryMessage, queryChannel } from '#server/platform/database/query-channel.ts'
import { describeBound } from '#server/platform/http/route-bounds.ts'
import { entitle } from '#tests/support/entitle.ts'
import { addMadePages } from '#tests/support/made-pages.ts'
import { listPublicReads } from '#tests/support/public-reads.ts'
import { recordStatements } from '#tests/support/record-statements.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { OPEN_CALLS } from './calls-by-access.ts'

/** Maximum number of SQL statements per response: those that find the file or item, and one for the requested data. */
const MAX_STATEMENTS = 3

let app: TestApp
let places: Record<string, string>
let priced: string
let pricedEpisode: string
beforeAll(async () => {
  app = await openTestApp({ CONTACT_DELIVERY: 'inbox' })
  const content = Buffer.from(await (await buildPdf({ title: 'Bounded' })).arrayBuffer())
  const book = await storeBook(app.services, { content })
  await addMadePages(app.services, book.pdfUrl, ['one', 'two', 'three'])
  const episode = await storePodcast(app.services)
  priced = (await storeBook(app.services, { price: 3 })).id
  pricedEpisode = (await storePodcast(app.services, { price: 2 })).id
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

type Sample = { path?: string; body?: object; headers?: Record<string, string> }

/** A valid request of each public operation whose number is limited. */
async function sampleLimited(): Promise<Record<string, Sample>> {
  const { shop } = app.services
  const clientId = shop.access.newClientId()
  const headers = { 'client-id': clientId }
  const [email, code, password] = ['nobody@lectern.example', '12345678', 'a long enough password']
  const wanted = { productId: priced, clientId, product: 'book', currency: 'USD', returnUrl: 'http://localhost/bookshop' }
  const { action } = (await app.send('POST', '/api/get-next-action', wanted, { host: 'localhost' })).json<{ action: string }>()
  const id = new URL(action).pathname.replace('/checkout/', '')
  const key = app.services.signedUrls.signForOrder(id, 60)
  await entitle(app.services, { clientId, product: 'podcast', productId: pricedEpisode })
  const payment = { gateway: 'test', method: 'web', email }
  return {
    'POST /api/login': { body: { email, password } },
    'POST /api/contact': { body: { name: 'A', email, subject: 'General Inquiry', message: 'A question' } },
    'POST /api/purchases/codes': { body: { email, clientId } },
    'POST /api/purchases': { body: { email, clientId, code } },
    'POST /api/password-reset/codes': { body: { email, clientId } },
    'POST /api/password-reset': { body: { email, clientId, code, password } },
    'POST /api/invitations/open': { body: { token: 'x'.repeat(43) } },
    'POST /api/invitations/accept': { body: { token: 'x'.repeat(43), password } },
    'POST /api/orders/{id}/payments': { path: `/api/orders/${id}/payments`, headers, body: payment },
    'POST /api/orders/{id}/claim': { path: `/api/orders/${id}/claim`, headers, body: { key } },
    'POST /api/orders/{id}/email': { path: `/api/orders/${id}/email`, headers, body: { email } },
    'POST /api/personal-feed': { headers },
    'POST /api/statistics/{kind}/{id}': { path: '/api/statistics/book/x?event=viewed' },
  }
}

/** Operations whose limit is in memory, or that refuse this request by the state of its order before they count it. */
const LIMITED_ELSEWHERE = ['POST /api/statistics/{kind}/{id}', 'POST /api/orders/{id}/email']

test('every operation documented as limited counts the attempt', async () => {
  const { paths } = (await app.get('/api/openapi.json')).json<{ paths: Record<string, Record<string, { description?: string }>> }>()
  const limited = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description = '' }]) =>
      description.includes(describeBound('limited')) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  const samples = await sampleLimited()
  expect(limited.toSorted()).toEqual(Object.keys(samples).toSorted())
  for (const call of limited) {
    const [method = '', documented = ''] = call.split(' ')
    const { path = documented, body, headers = {} } = samples[call] ?? {}
    const { length } = await recordStatements(async () => {
      const { statusCode } = await app.send(method as 'POST', path, body, headers)
      expect(statusCode, call).toBeLessThan(500)
    }).then((all) => all.filter((text) => /\btries\b/.test(text)))
    if (!LIMITED_ELSEWHERE.includes(call)) expect(length, call).toBeGreaterThan(0)
  }
})

test('every statement of a public request waits in the line of its visitor', async () => {
  const ownerless = new Set<string>()
  let attributed = 0
  const note = (message: unknown) => {
    const { text } = message as QueryMessage
    if (OTHERS.test(text)) return
    if (findVisitor()) attributed += 1
    else ownerless.add(`${current}: ${text}`)
  }
  let current = ''
  const reads = (await listPublicReads(app, places)).map(({ url }) => ({ method: 'GET' as const, url }))
  const samples = Object.entries(await sampleLimited()).map(([call, { path, body, headers }]) => ({
    method: 'POST' as const,
    url: path ?? call.split(' ')[1] ?? '',
    payload: body,
    headers,
  }))
  const open = Object.keys(OPEN_CALLS).map((call) => {
    const [method, path = ''] = call.split(' ')
    return { method: method as 'GET', url: path.replace(/:(\w+)/g, (_, name) => places[name] ?? 'x'.repeat(32)) }
  })
  queryChannel.start.subscribe(note)
  try {
    for (const request of [...reads, ...samples, ...open]) {
      current = `${request.method} ${request.url}`
      await app.app.inject({ headers: { 'client-id': 'x'.repeat(32) }, ...request })
    }
  } finally {
    queryChannel.start.unsubscribe(note)
  }
  expect([...ownerless]).toEqual([])
  expect(attributed).toBeGreaterThan(100)
})
