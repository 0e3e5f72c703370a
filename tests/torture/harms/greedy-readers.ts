import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { percentile } from '#bench/support/numbers.ts'
import type { Book } from '#contracts/book.ts'
import { buildCostlyPdf } from '#tests/support/costly-pdf.ts'
import { buildBookForm, buildPdf } from '#tests/support/sample-files.ts'
import type { Harm, Product } from '../harm.ts'
import { statusFigures } from '../status-figures.ts'

const FROM = '127.0.0.66'
const CONNECTIONS = 60
const LONG_PAGES = 3000
/** Of the book that another visitor reads meanwhile */
const OTHER_PAGES = 12

/**
 * From one address, the list of pages, texts and pictures of a long book, and pages that are costly to draw, while another visitor reads a
 * book that is not rendered yet.
 */
export const greedyReaders: Harm = {
  number: 7,
  name: 'greedy readers',
  settings: { RENDITIONS: 'asked' },
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 150,
  run: async (product, { long }) => {
    const [many, costly, other] = await Promise.all([
      publish(product, 'Three thousand pages', await buildLongPdf()),
      publish(product, 'Costly pages', await buildCostlyPdf({ pages: 20, costly: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })),
      publish(product, 'Another book', Buffer.from(await (await buildPdf({ pages: OTHER_PAGES })).arrayBuffer())),
    ])
    for (const key of [many, costly, other]) await ask(product, `/api/media/${key}/pages`)
    const paths = (turn: number) => {
      const page = 1 + (turn % LONG_PAGES)
      return [
        `/api/media/${many}/pages?grant=${turn}`,
        `/api/media/${many}/pages/${page}/text`,
        `/api/media/${many}/pages/${page}/480.avif`,
        `/api/media/${costly}/pages/${1 + (turn % 20)}/720.avif`,
      ]
    }
    const flood = floodWith(product, paths)
    const pages: { status: number; milliseconds: number }[] = []
    for (let page = 1; page <= OTHER_PAGES; page++) {
      pages.push(await ask(product, `/api/media/${other}/pages/${page}/480.avif`))
      await delay(long ? 1000 : 100)
    }
    const statuses = await flood.end()
    const p95 = percentile(
      pages.map(({ milliseconds }) => milliseconds),
      0.95,
    )
    return [
      ...statusFigures(statuses),
      { name: 'pages refused to another visitor', value: pages.filter(({ status }) => status !== 200).length, atMost: 0 },
      { name: 'p95 of their pages', value: p95 / 1000, unit: 's', atMost: 8 },
    ]
  },
}

async function buildLongPdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 0; page < LONG_PAGES; page++) document.addPage([300, 420])
  return Buffer.from(await document.save())
}

async function publish({ url, headers }: Product, title: string, content: Buffer): Promise<string> {
  const pdf = new Blob([new Uint8Array(content)], { type: 'application/pdf' })
  const response = await fetch(`${url}/api/books`, { method: 'POST', headers, body: await buildBookForm({ title, pdf }) })
  if (response.status !== 201) throw new Error(`A book was answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as Book).pdfUrl
}

function ask({ url }: Pick<Product, 'url'>, path: string, options: { agent?: Agent; localAddress?: string } = {}) {
  const began = performance.now()
  return new Promise<{ status: number; milliseconds: number }>((resolve) => {
    const end = (status = 0) => resolve({ status, milliseconds: performance.now() - began })
    get(url + path, { ...options, headers: { 'accept-encoding': 'br' } }, (answer) =>
      answer
        .resume()
        .on('end', () => end(answer.statusCode))
        .on('error', () => end()),
    ).on('error', () => end())
  })
}

function floodWith(product: Product, paths: (turn: number) => string[]) {
  const statuses: Record<string, number> = {}
  let turn = 0
  let goesOn = true
  const connections = Array.from({ length: CONNECTIONS }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (; goesOn; turn++) {
      const path = paths(turn)[index % 4] ?? ''
      const { status } = await ask(product, path, { agent, localAddress: FROM })
      statuses[status || 'broken'] = (statuses[status || 'broken'] ?? 0) + 1
    }
    agent.destroy()
  })
  return {
    end: async () => {
      goesOn = false
      await Promise.all(connections)
      return statuses
    },
  }
}
