import { atMostPromised, type Outcome } from './result.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { compareRequests, startPlainServer } from './support/side-by-side.ts'

const SIZE = { books: 100_000, episodes: 1000, authors: 12 }
const FEEDS = { 'the podcast feed': '/podcasts/feed.xml', 'OPDS 1.2': '/opds/books', 'OPDS 2.0': '/opds/v2/books', Atom: '/feed.xml' }
const PAGES = [
  ...Object.values(FEEDS),
  ...['/opds/books?sort=new', '/opds/books?price=free&sort=new', '/opds/books?q=stone', '/opds/authors', '/opds/v2/authors'],
]
const AS_APPS_DO = { 'accept-encoding': 'gzip, deflate, br' }
const PROMISED_BYTES = 1_000_000

/** Compares requests per second of cached feeds and of bare node:http with the same bytes, and measures the largest feed page. */
export async function measureFeeds(): Promise<Outcome[]> {
  const site = await openFilledSite(SIZE)
  try {
    return [await measureBytes(site), ...(await measureCached(site))]
  } finally {
    await site.close()
  }
}

/** Measures the largest uncompressed feed page, because podcast apps store feeds uncompressed. */
async function measureBytes({ url }: FilledSite): Promise<Outcome> {
  let largest = { path: '', bytes: 0 }
  for (const path of PAGES) {
    const answer = await fetch(url + path)
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`)
    const bytes = (await answer.arrayBuffer()).byteLength
    if (bytes > largest.bytes) largest = { path, bytes }
  }
  const format = (value: number) => `${Math.round(value / 1000)} KB`
  return atMostPromised('the largest page of a feed, of 100,000 books and 1,000 episodes', {
    value: largest.bytes,
    promised: PROMISED_BYTES,
    format,
    measured: `${format(largest.bytes)}: ${largest.path}`,
  })
}

async function measureCached(site: FilledSite): Promise<Outcome[]> {
  const plain = await startPlainServer(site.url, Object.values(FEEDS), AS_APPS_DO)
  const outcomes: Outcome[] = []
  for (const [name, path] of Object.entries(FEEDS)) {
    const target = ({ url, pid }: { url: string; pid: number }) => ({ url: url + path, pid, headers: AS_APPS_DO })
    outcomes.push(
      await compareRequests(`${name}, warm, against bare node:http with the same bytes`, target(site), target(plain), { atLeast: 0.8 }),
    )
  }
  await plain.stop()
  return outcomes
}
