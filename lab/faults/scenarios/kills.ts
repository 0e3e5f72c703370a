import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import { findMediaFaults } from '#lab/crash/find-media-faults.ts'
import { postmasterPid } from '#lab/crash/postmaster-pid.ts'
import { buildBookForm, buildImage, buildPdf } from '#tests/support/sample-files.ts'
import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'
import { createShopper, type Shopper } from '../support/shopper.ts'

const KILLS = 200
const HEALED_SECONDS = 30
/** The database is killed with every third kill of the server. Payments are awaited after every twentieth kill. */
const DATABASE_EVERY = 3
const HEALING_EVERY = 20

type Kept = { book: Book; titles: Set<string>; gone: 'no' | 'maybe' | 'yes' }
type Purchase = { shopper: Shopper; orderId: string }

/** Fault scenario: the server is killed at random while books are published, changed, deleted and bought. */
export const kills: Scenario = {
  number: 1,
  name: 'killed at random',
  settings: { TRUST_PROXY: 'true' },
  run: (product, options) => killRepeatedly(product, { ...options, kills: options.long ? 5 * KILLS : KILLS }),
}

async function killRepeatedly(product: Product, { kills, log }: Pick<ScenarioOptions, 'log'> & { kills: number }): Promise<Figure[]> {
  const books = new Map<string, Kept>()
  const purchases: Purchase[] = []
  let [interrupted, slowestRecovery] = [0, 0]

  for (let kill = 1; kill <= kills; kill++) {
    const work = [publish(product, books), change(product, books), remove(product, books), buy(product, purchases)]
    const parts = work.map((part) =>
      part.catch(() => {
        interrupted += 1
      }),
    )
    const done = Promise.all(parts)
    // The server is killed at a random point: up to half a second after a random number of tasks has ended.
    await countDone(parts, randomInt(0, parts.length + 1))
    await delay(randomInt(0, 500))
    const postmaster = await postmasterPid(product.dataDir)
    await product.kill()
    if (kill % DATABASE_EVERY === 0) process.kill(postmaster, 'SIGKILL')
    await done
    await product.restart()
    if (kill % HEALING_EVERY === 0 || kill === kills) {
      slowestRecovery = Math.max(slowestRecovery, await secondsUntilPaid(purchases))
      const lost = await countLost(product, books)
      log(
        `${kill} kills: ${books.size} books, ${purchases.length} purchases, ${lost} lost, recovered in ${slowestRecovery.toFixed(1)} s at most`,
      )
    }
  }
  await delay(2000)
  const unpaid = await Promise.all(purchases.map(({ shopper, orderId }) => shopper.stateOf(orderId)))
  return [
    { name: 'kills', value: kills },
    { name: 'requests interrupted', value: interrupted },
    { name: 'books acknowledged', value: books.size },
    { name: 'acknowledged changes lost', value: await countLost(product, books), atMost: 0 },
    { name: 'purchases paid', value: purchases.length },
    { name: 'purchases lost', value: unpaid.filter((state) => state !== 'paid').length, atMost: 0 },
    { name: 'slowest purchase after a start', value: slowestRecovery, unit: 's', atMost: HEALED_SECONDS },
    { name: 'files or rows without the other', value: (await findMediaFaults(product.dataDir)).length, atMost: 0 },
  ]
}

/** Resolves when `count` promises have settled. */
function countDone(parts: Promise<unknown>[], count: number): Promise<void> {
  let left = count
  return new Promise((resolve) => {
    if (left === 0) resolve()
    for (const part of parts) void part.then(() => --left === 0 && resolve())
  })
}

async function publish({ url, headers }: Product, books: Map<string, Kept>) {
  const seed = randomInt(1, 1_000_000)
  const title = `Book ${seed}`
  const body = await buildBookForm({
    title,
    price: '2',
    coverImage: await buildImage({ width: 60, height: 90, seed }),
    pdf: await buildPdf({ title, pages: 2 }),
  })
  const response = await fetch(`${url}/api/books`, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`publishing returned ${response.status}`)
  const book = (await response.json()) as Book
  books.set(book.id, { book, titles: new Set([title]), gone: 'no' })
}

/** An unacknowledged change may have been stored, so both titles are valid until the next acknowledged change. */
async function change({ url, headers }: Product, books: Map<string, Kept>) {
  const kept = pick(books)
  if (!kept) return
  const title = `Changed ${randomInt(1, 1_000_000)}`
  kept.titles.add(title)
  const body = new FormData()
  body.set('title', title)
  const response = await fetch(`${url}/api/books/${kept.book.id}`, { method: 'PATCH', headers, body })
  if (response.status !== 200) throw new Error(`changing returned ${response.status}`)
  await response.json()
  kept.titles = new Set([title])
}

async function remove({ url, headers }: Product, books: Map<string, Kept>) {
  const kept = books.size > 10 ? pick(books) : undefined
  if (!kept) return
  kept.gone = 'maybe'
  const response = await fetch(`${url}/api/books/${kept.book.id}`, { method: 'DELETE', headers })
  if (response.status === 204) kept.gone = 'yes'
}

/** Buys a book. Once the gateway has confirmed a payment to the buyer, the purchase must exist, even if the notification was lost. */
async function buy(product: Product, purchases: Purchase[]) {
  const shopper = createShopper(product)
  const { orderId, reference } = await shopper.begin(await shopper.choose(product.items.priced))
  await shopper.act(reference, 'pay')
  purchases.push({ shopper, orderId })
}

function pick(books: Map<string, Kept>): Kept | undefined {
  const there = [...books.values()].filter(({ gone }) => gone === 'no')
  return there[randomInt(0, Math.max(1, there.length))]
}

async function countLost({ url }: Product, books: Map<string, Kept>): Promise<number> {
  const found = (await (await fetch(`${url}/api/books`)).json()) as Book[]
  const byId = new Map(found.map((book) => [book.id, book]))
  return [...books.values()].filter(({ book: { id }, titles, gone }) => {
    const there = byId.get(id)
    if (!there) return gone === 'no'
    return gone === 'yes' || !titles.has(there.title)
  }).length
}

/** Measures the seconds until every purchase is paid. */
async function secondsUntilPaid(purchases: Purchase[]): Promise<number> {
  const began = performance.now()
  for (const { shopper, orderId } of purchases.slice(-HEALING_EVERY)) {
    while ((await shopper.stateOf(orderId).catch(() => 'open')) !== 'paid' && performance.now() - began < 10 * HEALED_SECONDS * 1000)
      await delay(100)
  }
  return (performance.now() - began) / 1000
}
