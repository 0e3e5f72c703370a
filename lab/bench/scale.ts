import { atMostPromised, type Figure, type Outcome, type Result } from './result.ts'
import { authorOf, idOf } from './support/catalogue.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { milliseconds, percentile } from './support/numbers.ts'

const SMALL = { books: 100, episodes: 100, authors: 12 }
const LARGE = { books: 100_000, episodes: 20_000, authors: 12 }
const ROUNDS = 6
const TIMES_ASKED = 4
const PROMISED_MS = 50

const PAGES = [
  ...['/', '/bookshop', '/podcasts', '/authors', '/programs/teen-coaching', '/publishing'],
  ...['/bookshop?category=Teen+Coaching', '/podcasts?category=Book+Writing'],
]
const ITEM_PAGES = [
  ...[1, 2, 3].flatMap((age) => [`/books/${idOf('books', age)}`, `/podcasts/${idOf('podcasts', age)}`]),
  `/authors/${idOf('authors', 1)}`,
]
const AUTHOR_SEARCHES = [1, 2, 3, 4].flatMap((age) => {
  const name = encodeURIComponent(authorOf(age))
  return [`/api/books?limit=24&author=${name}`, `/api/books?limit=24&q=${name}`, `/api/podcasts?limit=24&q=${name}`]
})
/** Search texts: a common word, rarer words, several words, prefixes of words being typed, a number, misspelled words, no matches. */
const TEXTS = [
  ...['season', 'stone', 'gentle', 'chira', 'mutachi', 'stone brave', 'bread teacher quiet', 's', 'wi', 'gent', '50'],
  ...['covenent lanten', 'techer', 'nothing like this'],
]
const SEARCHES = [
  ...TEXTS.map((q) => `/api/books?limit=24&q=${encodeURIComponent(q)}`),
  ...TEXTS.map((q) => `/api/podcasts?limit=24&q=${encodeURIComponent(q)}`),
]

/**
 * Compares response times of a site with a hundred books and a site with a hundred thousand; the same requests are sent to both in
 * alternation.
 */
export async function measureScale(): Promise<Outcome[]> {
  const [small, large] = [await openFilledSite(SMALL), await openFilledSite(LARGE)]
  try {
    const outcomes: Outcome[] = []
    for (const [name, addresses] of [
      ['pages', PAGES],
      ['pages of items', ITEM_PAGES],
      ['searches', SEARCHES],
      ['searches by author', AUTHOR_SEARCHES],
    ] as const) {
      const { first, again } = await askBoth(small, large, addresses)
      outcomes.push(compareTimes(`${name}, of 100,000 books against 100`, again))
      // A change invalidates the totals of all lists, so the first request after a change has to count all matches.
      outcomes.push(withoutPromise(compareTimes(`${name}, of 100,000 books against 100, first request after a change`, first)))
      if (name === 'searches') {
        outcomes.push(compareLimit('searches of 100,000 books: p95', again.large))
        outcomes.push(withoutPromise(compareLimit('searches of 100,000 books, first request after a change: p95', first.large)))
      }
    }
    return [...outcomes, await compareBytes(small, large)]
  } finally {
    await small.close()
    await large.close()
  }
}

type Times = { small: number[]; large: number[] }

async function askBoth(small: FilledSite, large: FilledSite, addresses: readonly string[]): Promise<{ first: Times; again: Times }> {
  const first: Times = { small: [], large: [] }
  const again: Times = { small: [], large: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    await Promise.all([small.changeCatalogue(), large.changeCatalogue()])
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (let time = 0; time < TIMES_ASKED; time++) {
      for (const address of addresses) {
        const times = { small: await ask(small, address), large: await ask(large, address) }
        // The first round is a warm-up.
        if (round === 0) continue
        const kind = time === 0 ? first : again
        kind.small.push(times.small)
        kind.large.push(times.large)
      }
    }
  }
  return { first, again }
}

async function ask({ url }: FilledSite, path: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url + path)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`)
  return performance.now() - start
}

function compareTimes(name: string, { small, large }: Times): Result {
  const [few, many] = [percentile(small, 0.95), percentile(large, 0.95)]
  return {
    name: `${name}: p95`,
    ratio: many / few,
    promise: { atMost: 2 },
    measured: `p95 ${milliseconds(many)}, median ${milliseconds(percentile(large, 0.5))}`,
    reference: `p95 ${milliseconds(few)}, median ${milliseconds(percentile(small, 0.5))}`,
  }
}

function compareLimit(name: string, times: number[]): Result {
  return atMostPromised(name, { value: percentile(times, 0.95), promised: PROMISED_MS, format: milliseconds })
}

const withoutPromise = ({ promise: _promise, ...figure }: Result): Figure => figure

/** Compares the bytes of pages of a small and a large catalogue; the pages may only differ in displayed totals. */
async function compareBytes(small: FilledSite, large: FilledSite): Promise<Outcome> {
  const sizes: number[] = []
  let [most, mostBytes, fewBytes] = [0, 0, 0]
  // Category pages are skipped, since a category of the small catalogue doesn't fill a page.
  for (const page of PAGES.filter((address) => !address.includes('?'))) {
    const [few, many] = await Promise.all([small, large].map(async ({ url }) => (await (await fetch(url + page)).arrayBuffer()).byteLength))
    sizes.push((many ?? 0) / (few ?? 1))
    if ((sizes.at(-1) ?? 0) > most) [most, mostBytes, fewBytes] = [sizes.at(-1) ?? 0, many ?? 0, few ?? 0]
  }
  return {
    name: 'bytes of a page, of 100,000 books against 100; the page with the largest difference',
    ratio: most,
    promise: { atMost: 1.01 },
    measured: `${mostBytes} bytes`,
    reference: `${fewBytes} bytes`,
  }
}
