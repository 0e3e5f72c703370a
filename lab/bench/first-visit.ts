import { openDemonstrationSite } from '#scripts/support/demonstration-site.ts'
import { site as settings } from '#site/site.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { kilobytes } from './support/numbers.ts'
import { openPhone } from './support/phone.ts'
import { type Transfer, watchTransfers } from './support/transfers.ts'

const PROMISED = { all: 220_000, script: 120_000, font: 60_000, style: 15_000, styles: 1, secondPage: 25_000 }
const SECOND_PAGES = ['/bookshop', `/programs/${settings.programs[0]?.slug}`]

/** Measures the compressed bytes that a phone with an empty cache downloads for the home page and then for a second page. */
export async function measureFirstVisit(): Promise<Outcome[]> {
  const site = await openDemonstrationSite()
  const browser = await launchBrowser()
  const outcomes: Outcome[] = []
  try {
    for (const path of SECOND_PAGES) {
      const page = await openPhone(browser, site.url)
      const transfers = await watchTransfers(page)
      await page.goto('/')
      const home = await transfers.take()
      const link = page.locator(`footer a[href="${path}"]`)
      await link.scrollIntoViewIfNeeded()
      const below = await transfers.take()
      if (path === SECOND_PAGES[0]) outcomes.push(...judgeHome(home, below))
      await link.tap()
      await page.waitForURL(path)
      outcomes.push(judgeSecondPage(path, await transfers.take()))
      await page.context().close()
    }
  } finally {
    await browser.close()
    await site.close()
  }
  return outcomes
}

function judgeHome(home: Transfer[], below: Transfer[]): Outcome[] {
  const styles = home.filter(({ kind }) => kind === 'style')
  return [
    judge('Home, all responses', home, PROMISED.all),
    judge('Home, scripts', ofKind(home, 'script'), PROMISED.script),
    judge('Home, fonts', ofKind(home, 'font'), PROMISED.font),
    judge('Home, style sheets', styles, PROMISED.style),
    atMostPromised('Home, number of style sheets', { value: styles.length, promised: PROMISED.styles, format: String }),
    {
      name: 'Home, responses while scrolling to the end, against those before',
      ratio: bytesOf(below, 'body') / bytesOf(home, 'body'),
      measured: describe(below),
      reference: describe(home),
    },
  ]
}

/** Compares the bytes of the second page with their budget. Images of items are content and do not count. */
function judgeSecondPage(path: string, transfers: Transfer[]): Outcome {
  const images = ofKind(transfers, 'image')
  const page = transfers.filter((transfer) => !images.includes(transfer))
  const outcome = judge(`from Home to ${path}, without its new images`, page, PROMISED.secondPage)
  return { ...outcome, measured: `${outcome.measured}; its new images ${describe(images)}` }
}

function judge(name: string, transfers: Transfer[], promised: number) {
  return atMostPromised(name, { value: bytesOf(transfers, 'body'), promised, format: kilobytes, measured: describe(transfers) })
}

function describe(transfers: Transfer[]): string {
  const body = bytesOf(transfers, 'body')
  return `${kilobytes(body)} in ${transfers.length} ${transfers.length === 1 ? 'response' : 'responses'}, ${kilobytes(body + bytesOf(transfers, 'headers'))} with headers`
}

const ofKind = (transfers: Transfer[], kind: Transfer['kind']) => transfers.filter((transfer) => transfer.kind === kind)
const bytesOf = (transfers: Transfer[], part: 'body' | 'headers') => transfers.reduce((sum, transfer) => sum + transfer[part], 0)
