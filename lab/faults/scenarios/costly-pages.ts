import { get } from 'node:http'
import autocannon from 'autocannon'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Book } from '#contracts/catalogue/book.ts'
import { percentile } from '#lab/bench/support/numbers.ts'
import { buildCostlyPdf } from '#tests/support/costly-pdf.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildBookForm, buildPdf } from '#tests/support/sample-files.ts'
import type { Figure, Product, Scenario } from '../scenario.ts'

/** IP address of the visitor, in another network than the load */
const VISITOR = '127.0.0.66'
const SECONDS = 10
/** Noise floor in ms: shorter times are ignored. */
const FLOOR_MS = 25

const KINDS = ['cached page', 'list', 'unrendered page'] as const
type Times = Record<(typeof KINDS)[number], number[]> & { refused: number }

/**
 * Fault scenario: expensive page renditions are requested from one network while a visitor of another network is measured, compared with
 * the same load on a list.
 */
export const costlyPages: Scenario = {
  number: 7,
  name: 'costly pages',
  settings: { RENDITIONS: 'asked' },
  run: async (product) => {
    const loads = await publishBooks(product)
    const figures: Figure[] = []
    for (const connections of [8, 60]) {
      const control = await visitUnder(product, { connections, paths: ['/api/books?limit=20'], pages: loads.pages })
      figures.push(...KINDS.flatMap((kind) => timesOf(control[kind], `${connections} × lists: ${kind}`)))
      for (const [name, paths] of Object.entries(loads.costly)) {
        const times = await visitUnder(product, { connections, paths, pages: loads.pages })
        for (const kind of KINDS) figures.push(...timesOf(times[kind], `${connections} × ${name}: ${kind}`))
        for (const kind of ['cached page', 'list'] as const) {
          const [during, before] = [times[kind], control[kind]].map((each) => Math.max(FLOOR_MS, percentile(each, 0.5)))
          figures.push({ name: `${connections} × ${name}: ${kind}, slowdown`, value: (during ?? 0) / (before ?? 1), unit: '×', atMost: 2 })
        }
        figures.push({ name: `${connections} × ${name}: visitors refused`, value: times.refused, atMost: 0 })
      }
    }
    return figures
  },
}

function timesOf(times: number[], name: string): Figure[] {
  return [
    { name: `${name}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms' },
  ]
}

async function publishBooks({ url, headers }: Product) {
  async function publish(title: string, pdf: Blob): Promise<string> {
    const response = await ask(`${url}/api/books`, { method: 'POST', headers, body: await buildBookForm({ title, price: '0', pdf }) })
    if (response.status !== 201) throw new Error(`${title} returned ${response.status}: ${await response.text()}`)
    return `/api/media/${((await response.json()) as Book).pdfUrl}`
  }
  const [long, wordy, visited] = [
    await publish('Ten thousand pages', await buildPdf({ pages: 10_000 })),
    await publish('A hundred thousand letters', await buildWordyPdf()),
    await publish('Of the visitor', await buildPdf({ pages: 2000 })),
  ]
  const pages = Array.from({ length: 24 }, (_, index) => index + 1)
  const costly = await publish('Curves', new Blob([new Uint8Array(await buildCostlyPdf({ pages: 24, costly: pages }))]))
  const unrendered = { number: 0, next: () => `${visited}/pages/${++unrendered.number}/720.webp` }
  return {
    pages: unrendered,
    costly: {
      'lists of pages': [`${long}/pages`],
      'texts of pages': [1, 2].map((number) => `${wordy}/pages/${number}/text`),
      'costly pages': pages.map((number) => `${costly}/pages/${number}/720.webp`),
    },
  }
}

/** Builds a PDF with two pages of 100,000 letters each. */
async function buildWordyPdf(): Promise<Blob> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const word of ['granary', 'harvest']) {
    const page = document.addPage()
    for (let line = 0; line < 500; line++) page.drawText(`${word} `.repeat(25), { x: 2, y: 1.5 * line, size: 1.5, font })
  }
  return new Blob([new Uint8Array(await document.save())])
}

/** Measures response times of a visitor while `connections` connections request the paths. */
async function visitUnder(
  { url }: Product,
  { connections, paths, pages }: { connections: number; paths: string[]; pages: { next: () => string } },
): Promise<Times> {
  const times: Times = { 'cached page': [], list: [], 'unrendered page': [], refused: 0 }
  const next = { 'cached page': () => '/bookshop', list: () => '/api/books?limit=20', 'unrendered page': pages.next }
  let isOver = false
  const load = autocannon({ url, connections, duration: SECONDS, workers: 1, requests: paths.map((path) => ({ path })) })
  async function visit(kind: (typeof KINDS)[number]) {
    while (!isOver) {
      const began = performance.now()
      const status = await statusOf(url + next[kind]())
      times[kind].push(performance.now() - began)
      if (status !== 200) times.refused += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const visits = KINDS.map(visit)
  await load
  isOver = true
  await Promise.all(visits)
  return times
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    get(url, { localAddress: VISITOR, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve(0))
      response.resume()
    }).on('error', () => resolve(0))
  })
}
