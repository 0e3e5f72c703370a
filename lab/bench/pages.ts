import { Agent, get } from 'node:http'
import { atMostPromised, type Outcome } from './result.ts'
import { idOf } from './support/catalogue.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { milliseconds, percentile } from './support/numbers.ts'
import { compareRequests, startPlainServer } from './support/side-by-side.ts'

const PAGES = {
  home: '/',
  bookshop: '/bookshop',
  'a program page': '/programs/teen-coaching',
  'a book’s page': `/books/${idOf('books', 1)}`,
}
const AS_BROWSERS_DO = { 'accept-encoding': 'gzip, deflate, br' }
const VISITORS = 32
const CHANGES = 20
const PROMISED_MS = 300

/** Compares requests per second of cached pages and of bare node:http with the same bytes; measures pages after a catalogue change. */
export async function measurePages(): Promise<Outcome[]> {
  const site = await openFilledSite()
  try {
    return [...(await measureCached(site)), await measureChanged(site)]
  } finally {
    await site.close()
  }
}

async function measureCached(site: FilledSite): Promise<Outcome[]> {
  const plain = await startPlainServer(site.url, Object.values(PAGES), AS_BROWSERS_DO)
  const outcomes: Outcome[] = []
  for (const [name, path] of Object.entries(PAGES)) {
    const target = ({ url, pid }: { url: string; pid: number }) => ({ url: url + path, pid, headers: AS_BROWSERS_DO })
    outcomes.push(
      await compareRequests(`${name}, warm, against bare node:http with the same bytes`, target(site), target(plain), { atLeast: 0.8 }),
    )
  }
  await plain.stop()
  return outcomes
}

/** Measures response times while the catalogue changes and 32 visitors request the same page. */
async function measureChanged(site: FilledSite): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS })
  const times: number[] = []
  let streamed = 0
  for (let change = 0; change < CHANGES; change++) {
    for (const path of Object.values(PAGES)) {
      await site.changeCatalogue()
      // A pause lets the notification of the change arrive, which the server receives on another connection.
      await new Promise((resolve) => setTimeout(resolve, 20))
      const visits = await Promise.all(Array.from({ length: VISITORS }, () => visit(agent, site.url + path)))
      if (change === 0) continue
      times.push(...visits.map(({ time }) => time))
      // A page with slow data is streamed, without an ETag.
      streamed += visits.filter(({ etag }) => !etag).length
    }
  }
  agent.destroy()
  const p99 = percentile(times, 0.99)
  return atMostPromised(`a page right after a change, for ${VISITORS} concurrent visitors: p99`, {
    value: p99,
    promised: PROMISED_MS,
    format: milliseconds,
    measured: `p99 ${milliseconds(p99)}, median ${milliseconds(percentile(times, 0.5))}; ${streamed} of ${times.length} streamed`,
  })
}

function visit(agent: Agent, url: string) {
  const start = performance.now()
  return new Promise<{ time: number; etag: string | undefined }>((resolve, reject) => {
    get(url, { agent, headers: AS_BROWSERS_DO }, (response) => {
      response.resume().on('end', () => resolve({ time: performance.now() - start, etag: response.headers.etag }))
    }).on('error', reject)
  })
}
