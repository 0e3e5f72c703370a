import { readFile } from 'node:fs/promises'
import autocannon from 'autocannon'
import type { Outcome } from './result.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { megabytes } from './support/numbers.ts'

const REQUESTS = 100_000
const PROMISED_BYTES = 250 * 1024 * 1024
const WORDS = 'season harvest patience wisdom river bridge lantern courage promise garden stone brave gentle'.split(' ')

/** Pages, lists, searches that nobody made before, and data that is never kept. */
const ADDRESSES = [
  ...['/', '/bookshop', '/podcasts', '/authors', '/programs/teen-coaching', '/publishing', '/contact', '/none'],
  ...['/api/books', '/api/podcasts?limit=10', '/api/authors', '/api/health', '/api/books/none'],
  ...WORDS.flatMap((one) => WORDS.map((other) => `/api/books?limit=24&q=${one}+${other}`)),
  ...WORDS.map((word) => `/bookshop?q=${word}`),
]

/** The memory of the process after a hundred thousand mixed requests, and whether it still grows. */
export async function measureMemory(): Promise<Outcome[]> {
  const site = await openFilledSite()
  try {
    await send(site, REQUESTS / 2)
    const half = await residentBytes(site)
    await send(site, REQUESTS / 2)
    const whole = await residentBytes(site)
    return [
      {
        name: `memory of the process after ${REQUESTS.toLocaleString('en')} mixed requests, of what is promised`,
        ratio: whole / PROMISED_BYTES,
        promise: { atMost: 1 },
        measured: megabytes(whole),
        reference: megabytes(PROMISED_BYTES),
      },
      {
        name: 'the same, against after half of the requests',
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
  // So that what is kept is made and thrown away, as it is over weeks.
  const changing = setInterval(() => void changeCatalogue(), 1000)
  const requests = ADDRESSES.map((path) => ({ path, headers: { 'accept-encoding': 'br' } }))
  await autocannon({ url, connections: 16, amount, requests })
  clearInterval(changing)
}

async function residentBytes({ pid }: FilledSite) {
  // What is garbage by now goes when there is time.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
