import type { Browser, Page } from 'playwright-core'
import { openSite } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { kilobytes, median } from './support/numbers.ts'
import { openPhone } from './support/phone.ts'
import { buildScannedBook } from './support/scanned-book.ts'
import { openThrottledProxy, SLOW_4G } from './support/throttled-proxy.ts'

const PAGES = 500
const FAR_PAGE = 300
const ROUNDS = 3
const PROMISED = {
  coldSeconds: 1.5,
  coldBytes: 150_000,
  coldScript: 125_000,
  aheadSeconds: 0.1,
  pictureBytes: 60_000,
  warmSeconds: 1.5,
  farSeconds: 3,
}

type Proxy = Awaited<ReturnType<typeof openThrottledProxy>>
type Opened = { seconds: number; bytes: number }
type Opening = 'cold' | 'ahead' | 'far' | 'warm'
type Visit = Record<Opening, Opened> & { script: number; picture: number }

/** Opens books of 500 pages and 50 MB on a slow connection, and measures the time and the bytes until a page is visible. */
export async function measureReader(): Promise<Outcome[]> {
  const site = await openSite({}, { embedded: true })
  const proxy = await openThrottledProxy(site.url)
  try {
    const size = await publish(site, 'First')
    // A second book is published, since a browser that has read the first has cached nothing of the second.
    await publish(site, 'Second')
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round++) visits.push(await visit(site.browser, proxy))
    const middle = (opening: Opening, figure: keyof Opened) => median(visits.map((each) => each[opening][figure]))
    const seconds = (name: string, opening: Opening, promised: number): Outcome =>
      atMostPromised(name, {
        value: middle(opening, 'seconds'),
        promised,
        format: (value) => `${value} s`,
        measured: `${middle(opening, 'seconds').toFixed(2)} s with ${kilobytes(middle(opening, 'bytes'))} at ${SLOW_4G}`,
      })
    return [
      seconds('page 1 displayed after the tap, with no reader code cached', 'cold', PROMISED.coldSeconds),
      atMostPromised('all bytes until then', {
        value: middle('cold', 'bytes'),
        promised: PROMISED.coldBytes,
        format: kilobytes,
        measured: `${kilobytes(middle('cold', 'bytes'))}; the file has ${Math.round(size / 1e6)} MB`,
      }),
      bytes('scripts before page 1, including those of the bookshop', median(visits.map(({ script }) => script)), PROMISED.coldScript),
      seconds('the next page, prefetched', 'ahead', PROMISED.aheadSeconds),
      bytes('the image of a page, 360 pixels wide', median(visits.map(({ picture }) => picture)), PROMISED.pictureBytes),
      seconds('page 1 of another book, with the reader code cached', 'warm', PROMISED.warmSeconds),
      seconds(`page ${FAR_PAGE} right after page 1`, 'far', PROMISED.farSeconds),
    ]
  } finally {
    await proxy.close()
    await site.close()
  }
}

function bytes(name: string, value: number, promised: number): Outcome {
  return atMostPromised(name, { value, promised, format: kilobytes })
}

async function publish(site: Awaited<ReturnType<typeof openSite>>, title: string): Promise<number> {
  const pdf = await buildScannedBook({ title, pages: PAGES })
  await site.publishBook({ title, price: '0', pdf })
  return pdf.size
}

/** Opens a book with an empty cache, reads on, jumps far ahead, and then opens another book. */
async function visit(browser: Browser, line: Proxy): Promise<Visit> {
  const page = await openPhone(browser, line.url)
  await page.goto('/bookshop', { waitUntil: 'networkidle' })
  await noteFirstPicture(page)
  const cold = await measure(page, line, 1, () => read(page, 'First'))
  const [script, picture] = [await transferred(page, '\\.js$'), await transferred(page, '/pages/1/\\d+\\.\\w+$')]
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').filter(({ name }) => /\/pages\/[23]\/\d/.test(name)).length === 2,
  )
  const ahead = await measure(page, line, 2, () => page.getByRole('button', { name: 'Next' }).tap())
  const far = await measure(page, line, FAR_PAGE, () => turnTo(page, FAR_PAGE))
  await page.goto('/bookshop', { waitUntil: 'networkidle' })
  const warm = await measure(page, line, 1, () => read(page, 'Second'))
  await page.context().close()
  return { cold, ahead, far, warm, script, picture }
}

/** Marks the time when the first page image is visible: the code for turning pages may load later. */
function noteFirstPicture(page: Page): Promise<void> {
  return page.evaluate(() => {
    const look = () => {
      const picture = document.querySelector<HTMLImageElement>('.viewer img')
      if (picture?.complete && picture.naturalWidth > 0) performance.mark('first-picture')
      else requestAnimationFrame(look)
    }
    look()
  })
}

/**
 * Returns the total compressed size, in bytes, of the responses whose URL path matches `pattern` and that ended before the first page image
 * was displayed. Each URL counts once: scripts that are loaded on demand are fetched, and then imported from the browser's cache.
 */
function transferred(page: Page, pattern: string): Promise<number> {
  return page.evaluate((wanted) => {
    const matches = new RegExp(wanted)
    const until = performance.getEntriesByName('first-picture')[0]?.startTime ?? 0
    const fetched = performance
      .getEntriesByType('resource')
      .filter((entry) => matches.test(new URL(entry.name).pathname) && (entry as PerformanceResourceTiming).responseEnd <= until)
    const sizes = new Map(fetched.map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize]))
    return [...sizes.values()].reduce((sum, size) => sum + size, 0)
  }, pattern)
}

async function measure(page: Page, line: Proxy, shown: number, act: () => Promise<void>): Promise<Opened> {
  const before = line.received()
  const start = performance.now()
  await act()
  await showsPage(page, shown, PAGES)
  return { seconds: (performance.now() - start) / 1000, bytes: line.received() - before }
}

function read(page: Page, title: string) {
  return page
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .tap()
}

async function turnTo(page: Page, number: number) {
  await page.getByRole('button', { name: /^Page \d+ of/ }).tap()
  await page.locator('input[name=page]').fill(String(number))
  await page.keyboard.press('Enter')
}
