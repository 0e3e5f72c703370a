import autocannon from 'autocannon'
import { residentMemory } from '#tests/support/process-status.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { megabytes } from './support/numbers.ts'

const REQUESTS = 100_000
const PROMISED_BYTES = 250 * 1024 * 1024
const WORDS = 'season harvest patience wisdom river bridge lantern courage promise garden stone brave gentle'.split(' ')

/** Requested URLs: pages, lists, uncached searches, and responses that are never cached. */
const ADDRESSES = [
  ...['/', '/bookshop', '/podcasts', '/authors', '/programs/teen-coaching', '/publishing', '/contact', '/none'],
  ...['/api/books', '/api/podcasts?limit=10', '/api/authors', '/api/health', '/api/books/none'],
  ...WORDS.flatMap((one) => WORDS.map((other) => `/api/books?limit=24&q=${one}+${other}`)),
  ...WORDS.map((word) => `/bookshop?q=${word}`),
]

/** Measures the memory of the server process after a hundred thousand mixed requests, and whether memory still grows. */
export async function measureMemory(): Promise<Outcome[]> {
  const site = await openFilledSite()
  try {
    await send(site, REQUESTS / 2)
    const half = await settledMemory(site)
    await send(site, REQUESTS / 2)
    const whole = await settledMemory(site)
    return [
      atMostPromised(`memory of the process after ${REQUESTS.toLocaleString('en')} mixed requests`, {
        value: whole,
        promised: PROMISED_BYTES,
        format: megabytes,
      }),
      {
        name: 'the same, against the value after half of the requests',
        ratio: whole / half,
        promise: { atMost: 1.1 },
        measured: megabytes(whole),
        reference: megabytes(half),
      },
    ]
  } finally {
    await site.close()
  }
}

async function send({ url, changeCatalogue }: FilledSite, amount: number) {
  // Changes the catalogue continually, so that caches fill and empty as they do over weeks.
  const changing = setInterval(() => void changeCatalogue(), 1000)
  const requests = ADDRESSES.map((path) => ({ path, headers: { 'accept-encoding': 'br' } }))
  await autocannon({ url, connections: 16, amount, requests })
  clearInterval(changing)
}

async function settledMemory({ pid }: FilledSite) {
  // A pause before memory is measured leaves time for garbage collection.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return (await residentMemory(pid)) ?? 0
}
