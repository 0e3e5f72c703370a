import { rm } from 'node:fs/promises'
import { createApp } from '#server/boot/app.ts'
import { openServices } from '#server/boot/services.ts'
import { readConfig } from '#server/config.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { idOf, storeCatalogue } from './support/catalogue.ts'
import { milliseconds, percentile } from './support/numbers.ts'

const BOOKS = 20_000
const ROUNDS = 12
const PROMISED_MS = 200

/**
 * Requests of an administrator to the admin list: the first page, the next page, and searches for a single book, a common word, a
 * misspelled word, and a text without results.
 */
const ADDRESSES = [
  '/api/books?limit=50',
  `/api/books?limit=50&cursor=0.${idOf('books', 4000)}`,
  '/api/books?limit=50&q=15000',
  '/api/books?limit=50&q=harvest',
  '/api/books?limit=50&q=quiet%20mountain',
  '/api/books?limit=50&q=h',
  '/api/books?limit=50&q=covenent%20lanten',
  '/api/books?limit=50&q=nothing%20like%20this',
]

const READ_ALL = `select count(*) from books where lower(unaccent(title || author || description)) like '%no such words%'`

/** Compares the 95th percentile of the admin list's response times with the time of a full table scan of the same books. */
export async function measureAdminList(): Promise<Outcome[]> {
  const dataDir = await makeTempFolder()
  const services = await openServices(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir }))
  const app = await createApp(services)
  const { pool } = services.database
  try {
    await storeCatalogue(pool, { books: BOOKS })
    const answers: number[] = []
    const scans: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      for (const address of ADDRESSES) {
        // The catalogue version is incremented before each request, because responses are cached until the next change.
        await pool.query('update catalogue_version set version = version + 1')
        await services.catalogueVersion.refresh()
        const answer = await time(async () => {
          const { statusCode, body } = await app.inject({ method: 'GET', url: address })
          if (statusCode !== 200) throw new Error(`${address} returned ${statusCode}: ${body}`)
        })
        // Requests and table scans alternate, so that noise affects both measurements.
        const scan = await time(() => pool.query(READ_ALL))
        // The first round is a warm-up.
        if (round > 0) answers.push(answer)
        if (round > 0) scans.push(scan)
      }
    }
    const p95 = percentile(answers, 0.95)
    const reference = percentile(scans, 0.95)
    return [
      atMostPromised(`opening and searching the admin list of ${BOOKS.toLocaleString('en')} books: p95`, {
        value: p95,
        promised: PROMISED_MS,
        format: milliseconds,
        measured: `p95 ${milliseconds(p95)}, median ${milliseconds(percentile(answers, 0.5))}`,
      }),
      {
        name: 'the same, against a full scan without an index',
        ratio: p95 / reference,
        promise: { atMost: 1 },
        measured: `p95 ${milliseconds(p95)}`,
        reference: `p95 ${milliseconds(reference)}`,
      },
    ]
  } finally {
    await app.close()
    await services.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function time(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}
