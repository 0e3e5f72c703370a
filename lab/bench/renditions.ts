import type { Overview } from '#contracts/admin/overview.ts'
import { type Reading, startReaders, typicalP95 } from '#lab/faults/light-readers.ts'
import { buildTextBook } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { milliseconds } from './support/numbers.ts'

const PAGES = 352
const PROMISED_SECONDS = 240
const PROMISED_SLOWER = 1.5
/** Requests per second: the rate of several hundred concurrent readers. */
const PER_SECOND = 50
/** Duration of the baseline measurement, without a rendition in progress, in ms. */
const CALM_MS = 20_000
/** Polling interval of an administrator's progress view, also active in the baseline measurement, in ms. */
const LOOK_EVERY_MS = 1000

/**
 * Publishes a long book while visitors read others, and measures the time until its pages and text are ready, and the
 * slowdown of visitors' responses.
 */
export async function measureRenditions(): Promise<Outcome[]> {
  const site = await openSite({}, { embedded: true })
  try {
    const { pdfUrl } = await site.publishBook({ title: 'Read meanwhile', pdf: await buildTextBook({ pages: 12, title: 'Read meanwhile' }) })
    await lookUntil(site, ({ complete }) => complete === 1)
    const readers = await startReaders({ url: site.url, file: (pdfUrl ?? '').replace(/^.*\/media\//, ''), perSecond: PER_SECOND })
    const calmFrom = Date.now()
    await lookUntil(site, () => Date.now() - calmFrom >= CALM_MS)
    const calmUntil = Date.now()
    await site.publishBook({ title: 'Long', pdf: await buildTextBook({ pages: PAGES, title: 'Long', pagesPerChapter: 22 }) })
    const publishedAt = Date.now()
    await lookUntil(site, ({ complete }) => complete === 2)
    const madeAt = Date.now()
    const readings = await readers.end()
    const between = (from: number, until: number) => readings.filter(({ at }: Reading) => at >= from && at < until)
    const failed = readings.filter(({ status }) => status === 0 || status >= 400).length
    if (failed > 0) throw new Error(`${failed} of ${readings.length} requests failed`)
    const [before, meanwhile] = [typicalP95(between(calmFrom, calmUntil)), typicalP95(between(publishedAt, madeAt))]
    return [
      atMostPromised(`images and texts of ${PAGES} pages, in the background`, {
        value: (madeAt - publishedAt) / 1000,
        promised: PROMISED_SECONDS,
        format: (seconds) => `${Math.round(seconds)} s`,
      }),
      {
        name: 'response times of visitors meanwhile: p95 against before',
        ratio: meanwhile / before,
        promise: { atMost: PROMISED_SLOWER },
        measured: `p95 ${milliseconds(meanwhile)}`,
        reference: `p95 ${milliseconds(before)}`,
      },
    ]
  } finally {
    await site.close()
  }
}

async function lookUntil({ url, headers }: Site, isDone: (pages: NonNullable<Overview['bookPages']>) => boolean): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/overview`, { headers })
    const { bookPages } = (await answer.json()) as Overview
    if (!bookPages || bookPages.failed > 0) throw new Error(`No pages are rendered: ${answer.status} ${JSON.stringify(bookPages)}`)
    if (isDone(bookPages)) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
