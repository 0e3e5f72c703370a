// @module-tag full
import type { Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#contracts/common/problem.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { type RandomRequest, randomForms, randomJson, randomUrls } from '#tests/support/random-requests.ts'
import { buildAuthorForm, buildImage } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys, storePodcast, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Total number of generated requests; `npm run fuzz` sends more. */
const RUNS = longRuns(400)
const TIMEOUT = { timeout: 300_000 + RUNS * 200 }

let app: TestApp
let paths: Parameters<typeof randomJson>[0]
let picture: Buffer
let stored: Record<string, string>
beforeAll(async () => {
  app = await openTestApp()
  const [book, episode] = [await storeBook(app.services, { price: 3 }), await storePodcast(app.services)]
  picture = Buffer.from(await (await buildImage({ width: 40, height: 60 })).arrayBuffer())
  const author = (await app.sendForm('POST', '/api/authors', await buildAuthorForm())).json()
  stored = { BOOK: book.id, EPISODE: episode.id, AUTHOR: author.id, FILE: book.pdfUrl }
  ;({ paths } = (await app.get('/api/openapi.json')).json())
})
afterAll(() => app.close())

let sent = 0
/**
 * Sends the request as an administrator and returns the status. Each request has a different IP address, because the sign-in rate limit has
 * a separate test.
 */
async function send({ method, url, headers, payload }: RandomRequest): Promise<number> {
  const withStored = (text: string) => text.replace(/BOOK|EPISODE|AUTHOR|FILE/g, (name) => stored[name] ?? name)
  const response = await app.app.inject({
    method,
    // Ids of stored items are inserted into all requests except DELETE, which would remove the items.
    url: method === 'DELETE' ? url : withStored(url),
    headers: { ...app.bearer, ...headers },
    remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent++ & 255}`,
    ...(payload !== undefined && { payload: typeof payload === 'string' ? withStored(payload) : payload }),
  })
  expect(response.statusCode, `${method} ${url}\n${response.body}`).toBeLessThan(500)
  if (response.statusCode >= 400) {
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(Problem.parse(response.json()).status).toBe(response.statusCode)
  }
  return response.statusCode
}

async function snapshot() {
  const tables = [
    'books',
    'podcasts',
    'authors',
    'admins',
    'media_assets',
    'media_files',
    'entitlements',
    'exchange_rates',
    'purchase_codes',
    'password_codes',
  ]
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const { rows } = await app.services.database.pool.query(`select ${counts.join(', ')}`)
  return { rows: rows[0], keys: await storedKeys(app.services), temporary: await temporaryFiles(app.services) }
}

/** Sends requests, expects that refused requests leave no files or data, and returns how often each status occurred. */
async function expectRefusalsToLeaveNothing(requests: Arbitrary<RandomRequest>, part: number) {
  const statuses = new Map<number, number>()
  let before = await snapshot()
  const property = fc.asyncProperty(requests, async (request) => {
    const status = await send(request)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const after = await snapshot()
    // The snapshot is updated before the checks, because a failing test is repeated with smaller requests, which start from the state that
    // the failure left.
    const expected = before
    before = after
    expect(after.temporary).toEqual([])
    if (status >= 400 || request.method === 'GET') expect(after).toEqual(expected)
  })
  await fc.assert(property, { numRuns: Math.ceil(RUNS * part) })
  return statuses
}

describe('generated requests never cause a 5xx; each refusal is a problem document and leaves no files', () => {
  test('random paths and query strings never cause a 5xx, and refusals leave no files', TIMEOUT, async () => {
    const statuses = await expectRefusalsToLeaveNothing(randomUrls(paths), 0.35)
    expectStatuses(statuses, [200, 400, 404])
  })

  test('in JSON', TIMEOUT, async () => {
    const statuses = await expectRefusalsToLeaveNothing(randomJson(paths), 0.35)
    expectStatuses(statuses, [400, 415])
    expectAccepted(statuses)
  })

  test('in forms', TIMEOUT, async () => {
    const statuses = await expectRefusalsToLeaveNothing(randomForms(paths, picture), 0.3)
    expectStatuses(statuses, [400, 415])
    expectAccepted(statuses)
  })
})

/** Expects that each status occurred. A short run covers only a random part of the API calls, some of which respond otherwise. */
function expectStatuses(statuses: Map<number, number>, wanted: number[]) {
  if (process.env.TEST_FULL) expect([...statuses.keys()]).toEqual(expect.arrayContaining(wanted))
}

/** Expects that some requests are accepted. */
function expectAccepted(statuses: Map<number, number>) {
  const accepted = [200, 201, 204].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
  if (process.env.TEST_FULL) expect(accepted).toBeGreaterThan(0)
}
