import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { createMeasuredRequests } from './sunday/measured-requests.ts'
import { type Catalogue, spendAnHour } from './sunday/person.ts'

/*
 * Measures an hour of a Sunday: many people behind one address read, listen, buy, write and mistype, first alone and then beside an
 * attacker with a /48. The hour is compressed, so that limits per minute are tested more strictly than in reality.
 */

const PEOPLE_ADDRESS = '196.4.80.1'
const SETTINGS = { TRUST_PROXY: 'loopback', CONTACT_DELIVERY: 'inbox', DEMO: 'on', LOG_LEVEL: 'error' }

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    people: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '120' },
    connections: { type: 'string', default: '400' },
    attack: { type: 'string' },
    only: { type: 'string' },
  },
})
const [people, seconds] = [Number(values.people), Number(values.seconds)]

/** Starts the product with the demonstration, unless the URL of a running product is given. */
async function openProduct() {
  if (values.url) return { url: values.url, close: async () => undefined }
  const dataDir = await makeTempFolder()
  const app = await runApp(dataDir, SETTINGS)
  return {
    url: app.url,
    close: async () => {
      await app.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function readCatalogue(url: string): Promise<Catalogue> {
  const read = async <Item>(path: string) => (await (await fetch(`${url}/api/${path}?limit=100`)).json()) as Item[]
  for (let tries = 0; tries < 240; tries++) {
    const [books, episodes] = [await read<Book>('books'), await read<Podcast>('podcasts')]
    const [free, priced] = [books.find(({ price }) => price === 0), books.find(({ price }) => price > 0)]
    const episode = episodes.find(({ price }) => price === 0)
    if (free && priced && episode) return { free, priced, episode }
    await delay(1000)
  }
  throw new Error('The catalogue has no free book, priced book and free episode')
}

async function measure(url: string, catalogue: Catalogue) {
  const { send, table } = createMeasuredRequests(url, PEOPLE_ADDRESS)
  const arrivals = Array.from({ length: people }, async (_, number) => {
    await delay(Math.random() * seconds * 1000)
    await spendAnHour(number, { url, send, catalogue, pauseMs: seconds * 5 })
  })
  await Promise.all(arrivals)
  return table()
}

const product = await openProduct()
try {
  const catalogue = await readCatalogue(product.url)
  if (values.attack !== 'only') {
    console.log(`${people} people behind one address, an hour in ${seconds} s`)
    console.table(await measure(product.url, catalogue))
  }
  if (values.attack !== 'off') {
    console.log(`The same beside an attacker with a /48 and ${values.connections} connections`)
    const options = [
      '--url',
      product.url,
      '--connections',
      values.connections,
      '--item',
      catalogue.free.id,
      '--priced',
      catalogue.priced.id,
    ]
    const only = values.only ? ['--only', values.only] : []
    const attacker = spawn(process.execPath, [join(import.meta.dirname, 'sunday/attacker.child.ts'), ...options, ...only], {
      stdio: 'inherit',
    })
    await delay(2000)
    const table = await measure(product.url, catalogue).finally(() => attacker.kill('SIGKILL'))
    console.table(table)
  }
} finally {
  await product.close()
}
