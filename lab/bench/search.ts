import { Client } from 'pg'
import { EDITION } from '#server/reading/documents/page-manifest.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { milliseconds, percentile } from './support/numbers.ts'
import { randomTexts } from './support/random-texts.ts'

const BOOKS = 3000
const PAGES = 1_000_000
const WORDS_OF_PAGE = 180
const PAGES_AT_A_TIME = 5000
/** Number of parallel database writers; each computes search vectors on a separate processor. */
const WRITERS = 2
const ROUNDS = 12
const PROMISED_MS = 100

/**
 * Search texts: words that occur on most, some and few pages; several words; quotations with and without matches; exclusions, alternatives,
 * misspelled words, and a text without matches.
 */
const TEXTS = [
  ...['season', 'gentle', 'mutachi', 'shanguwesa', 'season harvest', 'stone brave', 'bread teacher quiet lantern'],
  ...['"season harvest"', '"quiet mountain covenant"', '"gentle brave quiet honest student"', 'harvest -season', 'lantern or covenant'],
  ...['covenent lanten', 'techer', 'nothing like this'],
]

/** Measures searches of a library of a million pages, each with an empty cache, as after a change of the catalogue. */
export async function measureSearch(): Promise<Outcome[]> {
  const site = await openFilledSite({ books: BOOKS, episodes: 500, authors: 100 }, { RENDITIONS: 'off' })
  try {
    await storePages(site)
    await site.changeCatalogue()
    const times: number[] = []
    const slowest = { text: '', ms: 0 }
    for (let round = 0; round <= ROUNDS; round++) {
      await site.changeCatalogue()
      await new Promise((resolve) => setTimeout(resolve, 100))
      for (const text of TEXTS) {
        const start = performance.now()
        const answer = await fetch(`${site.url}/api/search?q=${encodeURIComponent(text)}`)
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`The search for ${text} returned ${answer.status}`)
        // The first round is a warm-up.
        if (round === 0) continue
        const ms = performance.now() - start
        times.push(ms)
        if (ms > slowest.ms) Object.assign(slowest, { text, ms })
      }
    }
    const p95 = percentile(times, 0.95)
    return [
      atMostPromised(`searches of ${PAGES.toLocaleString('en')} pages: p95`, {
        value: p95,
        promised: PROMISED_MS,
        format: milliseconds,
        measured: `p95 ${milliseconds(p95)}, median ${milliseconds(percentile(times, 0.5))}; slowest ${milliseconds(slowest.ms)}, for ${slowest.text}`,
      }),
    ]
  } finally {
    await site.close()
  }
}

/**
 * Stores the same number of pages for each book; three quarters of the books are free. The indexes are built
 * afterwards, which is faster.
 */
async function storePages({ pool, databaseUrl }: FilledSite) {
  await pool.query(`update books set price_minor = 0 where price_minor < 700`)
  await pool.query(
    `insert into book_page_sets (file_key, asset_id, edition, state, sizes, outline, has_text)
     select key, asset_id, $1, 'complete', '[]', '[]', true from media_files where type = 'application/pdf'`,
    [EDITION],
  )
  const { rows: keys } = await pool.query<{ key: string }>(`select file_key as key from book_page_sets order by 1`)
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'page_texts' and indexdef like '%USING gin%'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  let stored = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (stored < PAGES) {
        const first = stored
        stored += PAGES_AT_A_TIME
        const numbers = Array.from({ length: PAGES_AT_A_TIME }, (_, index) => first + index)
        await pool.query(
          `insert into page_texts (file_key, page, content, runs, direction)
           select *, '[]', 'ltr' from unnest($1::text[], $2::int[], $3::text[])`,
          [
            numbers.map((number) => keys[number % keys.length]?.key),
            numbers.map((number) => Math.floor(number / keys.length) + 1),
            numbers.map((number) => randomTexts(number).words(WORDS_OF_PAGE)),
          ],
        )
      }
    }),
  )
  // A separate client is used, since queries of pool connections time out after a minute.
  const client = new Client(databaseUrl)
  await client.connect()
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze page_texts')
  await client.end()
}
