import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { buildAuthorForm, buildBookForm, buildPodcastForm } from '#tests/support/sample-files.ts'
import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'
import { childrenOf } from '../support/child-processes.ts'

const SECONDS = 600
const LONG_SECONDS = 3600
/** Maximum size of a seed file in bytes. Larger seeds take longer and reach the same parsers. */
const LARGEST_SEED = 2_000_000
/** Time limit for the end of sandbox processes, in ms; longer than a sandbox process may run, even on a busy machine. */
const GONE_WITHIN_MS = 30_000

type Kind = { name: string; seeds: Blob[]; path: string; form: (file: Blob) => Promise<FormData> }

/** Sends files of the corpus and the demonstration through every parser, with bytes changed, removed, duplicated and cut off. */
export const mutatedFiles: Scenario = {
  number: 6,
  name: 'mutated files',
  maxGrowthMegabytes: 100,
  run: (product, options) => sendMutatedFiles(product, { ...options, seconds: options.long ? LONG_SECONDS : SECONDS }),
}

async function sendMutatedFiles(product: Product, { seconds, log }: Pick<ScenarioOptions, 'log'> & { seconds: number }): Promise<Figure[]> {
  const kinds: Kind[] = [
    { name: 'PDFs', seeds: await readSeeds(/\.pdf$/), path: '/books', form: (pdf) => buildBookForm({ pdf }) },
    {
      name: 'recordings',
      seeds: await readSeeds(/\.(mp3|m4a|m4b|ogg|flac|wav)$/),
      path: '/podcasts',
      form: (audio) => buildPodcastForm({ audio }),
    },
    { name: 'pictures', seeds: await readSeeds(/\.(jpe?g|png|webp|avif)$/), path: '/authors', form: (photo) => buildAuthorForm({ photo }) },
  ]
  const { pid } = product
  const end = Date.now() + seconds * 1000
  const results = await Promise.all(kinds.map(async (kind) => ({ kind, ...(await sendUntil(product, kind, end)) })))
  for (const { kind, sent, taken } of results) log(`${kind.name}: ${sent} sent of ${kind.seeds.length} seeds, ${taken} accepted`)
  const left = await childrenLeft(pid)
  return [
    ...results.flatMap(({ kind, sent, failed }) => [
      { name: `${kind.name} sent`, value: sent, atLeast: 1 },
      { name: `${kind.name}: 5xx responses or none`, value: failed, atMost: 0 },
    ]),
    { name: 'crashes of the app', value: Number(product.pid !== pid || !(await isAlive(product))), atMost: 0 },
    { name: 'sandbox processes left behind', value: left, atMost: 0 },
  ]
}

async function sendUntil({ url, headers }: Product, { seeds, path, form }: Kind, end: number) {
  const counts = { sent: 0, taken: 0, failed: 0 }
  while (Date.now() < end) {
    const seed = seeds[randomInt(seeds.length)]
    if (!seed) break
    const body = await form(new Blob([mutate(new Uint8Array(await seed.arrayBuffer()))], { type: seed.type }))
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    counts.sent += 1
    counts.taken += Number(response?.status === 201)
    // A 503 does not count as a failure, because a busy server may respond with it.
    counts.failed += Number(!response || (response.status >= 500 && response.status !== 503))
  }
  return counts
}

/** Mutates a file. Its beginning and end mostly stay intact, so that the type is recognized and the file reaches its parser. */
function mutate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes)
  const at = () => randomInt(Math.min(16, copy.length - 1), Math.max(17, copy.length))
  const ways = [
    () => {
      for (let change = 0; change < 1 + copy.length / 2000; change++) copy[at()] = randomInt(256)
      return copy
    },
    () => copy.slice(0, at()),
    () => {
      const [from, to] = [at(), at()].toSorted((one, other) => one - other) as [number, number]
      return Uint8Array.from([...copy.subarray(0, from), ...copy.subarray(to)])
    },
    () => {
      const from = at()
      copy.copyWithin(at(), from, from + randomInt(1, 4096))
      return copy
    },
    () => copy.fill([0, 255, 0x28, 0x3c][randomInt(4)] ?? 0, at(), at()),
  ]
  return (ways[randomInt(ways.length)] as () => Uint8Array<ArrayBuffer>)()
}

async function readSeeds(names: RegExp): Promise<Blob[]> {
  const folders = [join(import.meta.dirname, '../../../demo/files'), ...(hasCorpus ? [corpusFile('')] : [])]
  const types: Record<string, string> = { '.pdf': 'application/pdf', '.png': 'image/png', '.wav': 'audio/wav' }
  const seeds: Blob[] = []
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !names.test(entry.name)) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      if (bytes.length <= LARGEST_SEED) seeds.push(new Blob([new Uint8Array(bytes)], { type: types[extname(entry.name)] ?? '' }))
    }
  return seeds
}

async function childrenLeft(pid: number): Promise<number> {
  const sandboxes = async () =>
    (await childrenOf(pid)).filter((command) => /sandbox\.child\.c?[jt]s\W(?!share-picture)/.test(command)).length
  for (const end = Date.now() + GONE_WITHIN_MS; (await sandboxes()) > 0 && Date.now() < end; ) await delay(500)
  return sandboxes()
}

async function isAlive({ url }: Product) {
  return (await fetch(`${url}/api/health`).catch(() => undefined))?.status === 200
}
