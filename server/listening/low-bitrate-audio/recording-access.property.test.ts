import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askForGrant, editGrant, entitle } from '#tests/support/entitle.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { storeDerivedAudio, storedKeys, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Routes below a recording's URL. Every route that serves a file derived from a recording must be listed here. */
const ROUTES = ['', '/light', '/podcast.m4a']

/** Number of runs, which `npm run fuzz` increases. */
const RUNS = Math.ceil(longRuns(80) / 10)
const TIMEOUT_MS = 300_000 + RUNS * 2000
const HOUR_MS = 3_600_000

type Episode = { id: string; key: string; price: number; content: Buffer; owners: Set<Listener> }
type Listener = { clientId: string; kept: { key: string; grant: string }[] }

let app: TestApp
let laterMs = 0
beforeAll(async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + laterMs)
  app = await openTestApp()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})

async function publish(price: number): Promise<Episode> {
  const content = randomBytes(400)
  const { id, audioUrl: key } = await storePodcast(app.services, { price, content })
  await storeDerivedAudio(app.services, key, { light: derivedOf(content, '/light'), aac: derivedOf(content, '/podcast.m4a') })
  return { id, key, price, content, owners: new Set() }
}

const derivedOf = (content: Buffer, path: string) => Buffer.concat([Buffer.from(path), content])

/** Opens an episode in a listener's browser. Returns the query string with the grant, or undefined if the episode must be paid for. */
async function openEpisode({ id, key }: Episode, { clientId, kept }: Listener): Promise<string | undefined> {
  const grant = await askForGrant(app, { clientId, product: 'podcast', productId: id })
  if (grant) kept.push({ key, grant })
  return grant
}

function ask(key: string, path: string, grant?: string, headers: Record<string, string> = {}) {
  return app.get(`/api/media/${key}${path}${grant ? `?grant=${encodeURIComponent(grant)}` : ''}`, headers)
}

function expectNothing(response: Awaited<ReturnType<typeof ask>>, { content }: Episode) {
  expect(response.statusCode, response.body).toBe(403)
  expect(response.rawPayload.includes(content.subarray(100, 116))).toBe(false)
}

const number = fc.nat({ max: 999 })
const step = fc.record({
  do: fc.constantFrom('buy', 'take back', 'price', 'read', 'read', 'ask', 'former', 'edited', 'expired', 'range', 'guess'),
  episode: number,
  listener: number,
  route: number,
  any: number,
})

test('no byte of a priced recording, its low-bitrate audio or its AAC is sent to a browser without a purchase; buyers receive every byte', {
  tags: ['property'],
  timeout: TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const episodes = await Promise.all([0, 3, 4].map(publish))
      const listeners = [0, 1].map((): Listener => ({ clientId: app.services.shop.access.newClientId(), kept: [] }))
      for (const taken of steps) {
        const [episode, listener] = [episodes[taken.episode % 3] as Episode, listeners[taken.listener % 2] as Listener]
        await take(taken, { episode, listener })
      }
      for (const { id } of episodes) await app.services.catalogue.podcasts.deleteForGood(id)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

type Step = { do: string; route: number; any: number }

async function take({ do: what, route, any }: Step, { episode, listener }: { episode: Episode; listener: Listener }): Promise<void> {
  const path = ROUTES[route % ROUTES.length] as string
  const { key, content, owners } = episode
  const owner = { clientId: listener.clientId, product: 'podcast' as const, productId: episode.id }
  const mayHear = episode.price === 0 || owners.has(listener)
  if (what === 'buy' && episode.price > 0) {
    await entitle(app.services, owner)
    owners.add(listener)
  } else if (what === 'take back' && owners.has(listener)) {
    const grant = await openEpisode(episode, listener)
    await entitle(app.services, owner, false)
    owners.delete(listener)
    if (episode.price > 0) expectNothing(await ask(key, path, grant), episode)
  } else if (what === 'price') {
    const price = episode.price > 0 ? 0 : 4
    const changed = await app.sendForm('PATCH', `/api/podcasts/${episode.id}`, toForm({ price: String(price) }))
    expect(changed.statusCode, changed.body).toBe(200)
    episode.price = price
  } else if (what === 'read' || what === 'range') {
    const grant = await openEpisode(episode, listener)
    expect(grant !== undefined, 'opens for owners alone').toBe(mayHear)
    const range = what === 'range' ? { range: 'bytes=100-199' } : undefined
    const response = await ask(key, path, grant ?? listener.kept.at(-1)?.grant, range)
    if (!mayHear) return expectNothing(response, episode)
    expect(response.statusCode, response.body).toBe(range ? 206 : 200)
    const whole = path === '' ? content : derivedOf(content, path)
    expect(response.rawPayload.equals(range ? whole.subarray(100, 200) : whole)).toBe(true)
  } else if (what === 'ask' && episode.price > 0) {
    expectNothing(await ask(key, path), episode)
  } else if (what === 'former' && !mayHear) {
    // Earlier grants are for another episode or were revoked by a refund.
    for (const { grant } of listener.kept.slice(-3)) expectNothing(await ask(key, path, grant), episode)
  } else if ((what === 'edited' || what === 'expired') && episode.price > 0) {
    const grant = (await openEpisode(episode, listener)) || listener.kept.at(-1)?.grant || `a.b.${Date.now()}.c`
    laterMs = what === 'expired' ? 1.01 * HOUR_MS : 0
    const response = await ask(key, path, what === 'edited' ? editGrant(grant, any) : grant).finally(() => {
      laterMs = 0
    })
    expectNothing(response, episode)
  } else if (what === 'guess') {
    // Derived audio is never served by its own storage key.
    for (const own of (await storedKeys(app.services)).filter((name) => /\.(webm|m4a)$/.test(name)))
      expect((await ask(own, '', listener.kept.at(-1)?.grant)).statusCode).toBe(404)
  }
}
