import { setTimeout as delay } from 'node:timers/promises'
import { openDescriptors } from '#tests/support/process-status.ts'
import type { Figure, Product, Scenario } from '../scenario.ts'
import { abandonRequests } from './abandoned-requests.ts'
import { pipelineRequests } from './pipelined-requests.ts'
import { holdSilentConnections } from './silent-connections.ts'
import { holdSlowConnections } from './slow-connections.ts'

const OPEN_FILES = 4096
/** Tolerated variation in the number of open files between samples, caused by a few readers and the database. */
const SLACK = 20
const HOLD_MS = 8000

/** Fault scenario: connections are silent, slow, pipelined or abandoned. */
export const greedyConnections: Scenario = {
  number: 7,
  name: 'greedy connections',
  openFiles: OPEN_FILES,
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 40,
  rounds: 2,
  run: (product, { long }) => holdConnections(product, { times: long ? 10 : 1 }),
}

async function holdConnections(product: Product, { times }: { times: number }): Promise<Figure[]> {
  const paths = await findPaths(product)
  const before = await openDescriptors(product.pid)
  let most = before
  const sampleOpenFiles = async () => {
    most = Math.max(most, await openDescriptors(product.pid))
  }
  const hold = async () => {
    await sampleOpenFiles()
    await delay(HOLD_MS)
  }
  const figures: Figure[] = []
  for (let round = 0; round < times; round++) {
    const silent = await holdSilentConnections(product, { connections: 5000 }, hold)
    const idle = await holdSilentConnections(product, { connections: 1000 }, hold)
    const heads = await holdSlowConnections(product, { what: 'head' }, hold)
    const bodies = await holdSlowConnections(product, { what: 'body' }, hold)
    figures.push(
      { name: 'accepted of 5,000 silent connections', value: silent.kept, atMost: OPEN_FILES / 8 },
      { name: 'accepted of 1,000 idle connections', value: idle.kept, atMost: OPEN_FILES / 8 },
      { name: 'accepted of 1,000 slow heads', value: heads.kept, atMost: OPEN_FILES / 8 },
      { name: 'accepted of 1,000 slow bodies', value: bodies.kept, atMost: OPEN_FILES / 8 },
    )
    for (const path of paths) await pipelineRequests(product, { path }, sampleOpenFiles)
    await abandonRequests(product, { paths })
  }
  await delay(2000)
  return [
    ...figures,
    { name: 'open files before', value: before },
    { name: 'open files, maximum', value: most, atMost: OPEN_FILES - 1 },
    { name: 'open files left behind', value: (await openDescriptors(product.pid)) - before, atMost: SLACK },
  ]
}

/** Returns paths of a stored file, a script, two pages and a list. */
export async function findPaths({ url, items }: Pick<Product, 'url' | 'items'>): Promise<string[]> {
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await (await fetch(url)).text()) ?? []
  return [`/api/media/${items.freeFile}`, script, '/bookshop', '/bookshop.data', '/api/books']
}
