import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/platform/database/database.ts'
import { openDescriptors, residentMemory } from '#tests/support/process-status.ts'
import { buildAuthorForm, buildImage } from '#tests/support/sample-files.ts'
import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'
import { createShopper } from '../support/shopper.ts'

const MINUTES = 10
const LONG_MINUTES = 8 * 60
/** Share of the run after which memory is expected to be stable. */
const WARM_SHARE = 0.3
const MEGABYTE = 1024 * 1024

type Sample = { at: number; megabytes: number; descriptors: number }

/** Fault scenario: readers, buyers and an administrator over a long time; only purchased or published data may grow. */
export const soak: Scenario = {
  number: 12,
  name: 'long mixed use',
  settings: { TRUST_PROXY: 'true' },
  maxReaderSlowdown: 3,
  run: (product, options) => runSoak(product, { ...options, minutes: options.long ? LONG_MINUTES : MINUTES }),
}

async function runSoak(product: Product, { minutes, log }: Pick<ScenarioOptions, 'log'> & { minutes: number }): Promise<Figure[]> {
  const end = Date.now() + minutes * 60_000
  const began = Date.now()
  const looks: Sample[] = []
  const counts = { requests: 0, failed: 0, bought: 0, published: 0 }
  const repeat = async (pauseMs: number, act: () => Promise<unknown>) => {
    while (Date.now() < end) {
      await act().catch((error: unknown) => {
        counts.failed += 1
        if (counts.failed < 20) log(String(error))
      })
      await delay(pauseMs)
    }
  }
  const look = async () => {
    const megabytes = ((await residentMemory(product.pid)) ?? 0) / MEGABYTE
    looks.push({ at: Date.now() - began, megabytes, descriptors: await openDescriptors(product.pid) })
  }
  await Promise.all([
    ...Array.from({ length: 4 }, () => repeat(50, () => read(product, counts))),
    repeat(500, () => buy(product, counts)),
    repeat(3000, () => publishAndRemove(product, counts)),
    repeat(Math.max(1000, (minutes * 60_000) / 200), look),
  ])
  const warm = looks.filter(({ at }) => at > WARM_SHARE * minutes * 60_000)
  const [early, late] = [warm.slice(0, warm.length / 2), warm.slice(warm.length / 2)]
  const mean = (some: Sample[], what: 'megabytes' | 'descriptors') => some.reduce((sum, look) => sum + look[what], 0) / some.length
  return [
    { name: 'minutes', value: minutes },
    { name: 'requests', value: counts.requests },
    { name: 'failed', value: counts.failed, atMost: 0 },
    { name: 'bought', value: counts.bought, atLeast: 1 },
    { name: 'published and removed', value: counts.published, atLeast: 1 },
    {
      name: 'memory, second half against first half',
      value: (100 * mean(late, 'megabytes')) / mean(early, 'megabytes') - 100,
      unit: '%',
      atMost: 10,
    },
    { name: 'growth of open files and sockets', value: mean(late, 'descriptors') - mean(early, 'descriptors'), atMost: 5 },
    { name: 'rows per purchase', value: (await countRows(product)) / counts.bought, atMost: 30 },
  ]
}

async function read({ url, items }: Product, counts: { requests: number }) {
  const paths = [
    '/',
    '/bookshop',
    '/podcasts',
    '/api/books?limit=10',
    `/bookshop?q=${randomBytes(2).toString('hex')}`,
    `/api/media/${items.freeFile}`,
  ]
  const path = paths[randomInt(paths.length)] ?? '/'
  const response = await fetch(url + path, { headers: { 'x-forwarded-for': `10.1.${randomInt(256)}.${randomInt(256)}` } })
  await response.arrayBuffer()
  counts.requests += 1
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
}

async function buy(product: Product, counts: { bought: number; requests: number }) {
  const shopper = createShopper(product)
  const { orderId, reference } = await shopper.begin(await shopper.choose(product.items.priced))
  await shopper.act(reference, 'pay')
  while ((await shopper.stateOf(orderId)) !== 'paid') await delay(200)
  if ((await shopper.choose(product.items.priced)) !== 'view') throw new Error('A purchased item does not open')
  counts.bought += 1
  counts.requests += 5
}

async function publishAndRemove({ url, headers }: Product, counts: { published: number; requests: number }) {
  const photo = await buildImage({ width: 80, height: 100, seed: randomInt(1_000_000) })
  const added = await fetch(`${url}/api/authors`, { method: 'POST', headers, body: await buildAuthorForm({ name: 'For a moment', photo }) })
  const { id } = (await added.json()) as { id: string }
  const removed = await fetch(`${url}/api/authors/${id}`, { method: 'DELETE', headers })
  if (removed.status !== 204) throw new Error(`Adding and removing an author returned ${added.status} and ${removed.status}`)
  counts.published += 1
  counts.requests += 2
}

/** Counts the rows of all tables. */
async function countRows({ dataDir }: Product): Promise<number> {
  const database = await openDatabase({ dataDir, poolSize: 2 })
  const { rows } = await database.pool.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  let sum = 0
  for (const { table } of rows) sum += Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count)
  await database.close()
  return sum
}
