import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDemonstrationSite } from '#scripts/support/demonstration-site.ts'
import { auditPage, CATEGORIES } from '#scripts/support/lighthouse-report.ts'
import { DEMO_ITEM_PAGES, PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { chromiumPath } from '#tests/support/chromium.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { milliseconds } from './support/numbers.ts'

const RUNS = 3
const PROMISED = { lcpMs: 2000, tbtMs: 150, cls: 0.02 }

/** Audits every public page and the pages of three items of the demonstration catalogue with Lighthouse's mobile settings. */
export async function measureLighthouse(): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-lighthouse-'))
  const site = await openDemonstrationSite()
  const outcomes: Outcome[] = []
  try {
    for (const [name, path] of Object.entries({ ...PUBLIC_PAGES, ...DEMO_ITEM_PAGES })) {
      const audit = await auditPage(site.url + path, { browser: chromiumPath(), report: join(folder, name), runs: RUNS })
      outcomes.push(...judge(name, audit))
    }
  } finally {
    await site.close()
  }
  return outcomes
}

function judge(page: string, { scores, measures: { lcp, tbt, cls } }: Awaited<ReturnType<typeof auditPage>>): Outcome[] {
  return [
    atMostPromised(`${page}: largest contentful paint (LCP)`, { value: lcp, promised: PROMISED.lcpMs, format: milliseconds }),
    atMostPromised(`${page}: total blocking time (TBT)`, { value: tbt, promised: PROMISED.tbtMs, format: milliseconds }),
    atMostPromised(`${page}: cumulative layout shift (CLS)`, {
      value: cls,
      promised: PROMISED.cls,
      format: String,
      measured: cls.toFixed(3),
    }),
    {
      name: `${page}: lowest score, against 100`,
      ratio: Math.min(...Object.values(scores)) / 100,
      measured: CATEGORIES.map((category) => `${category} ${scores[category]}`).join(', '),
      reference: '100 each',
    },
  ]
}
