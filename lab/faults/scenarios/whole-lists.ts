import { get, type IncomingMessage } from 'node:http'
import { storeCatalogue } from '#lab/bench/support/catalogue.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { residentMemory } from '#tests/support/process-status.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'
import type { Product, Scenario } from '../scenario.ts'
import { statusFigures } from '../status-figures.ts'

const FROM = '127.0.0.66'

/** URLs of lists that each contain nearly the whole catalogue. */
export const MANY_LISTS = [...'aeiosntrldcmhupgbw'].map((letter) => `/api/books?q=${letter}`)

export type WholeListFigures = { statuses: Record<string, number>; bytes: number; slowestMs: number; grownMegabytes?: number }

/** Fault scenario: all lists of a large catalogue are requested concurrently. */
export const wholeLists: Scenario = {
  number: 7,
  name: 'complete lists',
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 150,
  rounds: 3,
  run: async (product, { long, round }) => {
    if (round === 0) await fillCatalogue(product.dataDir, { books: long ? 100_000 : 20_000 })
    // Publishing an author changes the catalogue version, which invalidates the responses cached by earlier rounds.
    else await publishAuthor(product)
    const { statuses, slowestMs, grownMegabytes = 0 } = await requestWholeLists(product, { paths: ['/api/books', ...MANY_LISTS], times: 5 })
    return [
      ...statusFigures(statuses),
      { name: 'slowest response', value: slowestMs / 1000, unit: 's' },
      { name: 'memory growth', value: grownMegabytes, unit: 'MB', atMost: 150 },
    ]
  },
}

async function publishAuthor({ url, headers }: Pick<Product, 'url' | 'headers'>) {
  const response = await fetch(`${url}/api/authors`, { method: 'POST', headers, body: await buildAuthorForm() })
  if (!response.ok) throw new Error(`Adding an author returned ${response.status}: ${await response.text()}`)
}

/** Adds a generated catalogue to the catalogue of the running server. */
export async function fillCatalogue(dataDir: string, size: Parameters<typeof storeCatalogue>[1]) {
  const database = await openDatabase({ dataDir, poolSize: 2 })
  await storeCatalogue(database.pool, size).finally(database.close)
}

/** Requests lists without a limit: all of `paths` concurrently, repeated `times` times. */
export async function requestWholeLists(
  { url, pid }: { url: string; pid?: number },
  { paths = MANY_LISTS, times = 1, encoding = 'gzip' }: { paths?: string[]; times?: number; encoding?: string } = {},
): Promise<WholeListFigures> {
  const figures: WholeListFigures = { statuses: {}, bytes: 0, slowestMs: 0 }
  const before = await residentMemory(pid ?? 0)
  let most = before ?? 0
  const watching = setInterval(async () => {
    most = Math.max(most, (await residentMemory(pid ?? 0)) ?? 0)
  }, 50)
  const began = performance.now()
  const answers = paths.flatMap((path) => Array.from({ length: times }, () => begin(url + path, encoding)))
  for (const outcome of await Promise.all(answers.map(async (answer) => drain(await answer)))) {
    figures.statuses[outcome.status] = (figures.statuses[outcome.status] ?? 0) + 1
    figures.bytes += outcome.bytes
  }
  clearInterval(watching)
  figures.slowestMs = Math.round(performance.now() - began)
  if (before !== undefined) figures.grownMegabytes = Math.round((most - before) / 1024 / 1024)
  return figures
}

function begin(url: string, encoding: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false, localAddress: FROM, headers: { 'accept-encoding': encoding } }, resolve).on('error', () => resolve(undefined))
  })
}

function drain(answer: IncomingMessage | undefined): Promise<{ status: string; bytes: number }> {
  let bytes = 0
  return new Promise((resolve) => {
    if (!answer) return resolve({ status: 'broken', bytes })
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    answer.on('end', () => resolve({ status: String(answer.statusCode), bytes })).on('error', () => resolve({ status: 'broken', bytes }))
  })
}
