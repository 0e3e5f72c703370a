import { rm } from 'node:fs/promises'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { storeManyBooks } from './many-books.ts'
import type { Result } from './result.ts'

const BOOKS = 20_000
const ROUNDS = 12

/** What an administrator does with the list: opens it, goes on, searches for one book, for a common word, with a mistake, for nothing. */
const ADDRESSES = [
  '/api/books?limit=50',
  '/api/books?limit=50&cursor=0.0190c000-1000-7000-8000-000000001000',
  '/api/books?limit=50&q=15000',
  '/api/books?limit=50&q=harvest',
  '/api/books?limit=50&q=quiet%20mountain',
  '/api/books?limit=50&q=h',
  '/api/books?limit=50&q=covenent%20lanten',
  '/api/books?limit=50&q=nothing%20like%20this',
]

const READ_ALL = `select count(*) from books where lower(unaccent(title || author || description)) like '%no such words%'`

/** The slowest of every twenty answers of the admin list, against reading the same books without any index. */
export async function measureAdminList(): Promise<Result> {
  const dataDir = await makeTempFolder()
  const services = await openServices(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir }))
  const app = await createApp(services)
  const { pool } = services.database
  try {
    await storeManyBooks(pool, BOOKS)
    const answers: number[] = []
    const scans: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      for (const address of ADDRESSES) {
        const answer = await time(async () => {
          const { statusCode, body } = await app.inject({ method: 'GET', url: address })
          if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}: ${body}`)
        })
        // In turns, so that whatever else the machine does slows both.
        const scan = await time(() => pool.query(READ_ALL))
        // The first round warms up.
        if (round > 0) answers.push(answer)
        if (round > 0) scans.push(scan)
      }
    }
    const p95 = percentile(answers, 0.95)
    const reference = percentile(scans, 0.95)
    return {
      name: `the admin list of ${BOOKS.toLocaleString('en')} books opens and searches: p95, of that of reading all of them without an index`,
      ratio: p95 / reference,
      promise: 1,
      detail: `median ${percentile(answers, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; reading all ${reference.toFixed(0)} ms`,
    }
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

function percentile(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
}
