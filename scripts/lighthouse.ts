import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromiumPath } from '#tests/support/chromium.ts'
import { openDemonstrationSite } from './support/demonstration-site.ts'
import { auditPage, CATEGORIES } from './support/lighthouse-report.ts'
import { DEMO_ITEM_PAGES, PUBLIC_PAGES, UNLISTED_PAGES } from './support/public-pages.ts'

/**
 * Runs Lighthouse with its mobile settings on every public page of the built product, and on the pages of three items:
 * `npm run lighthouse -- --runs 3 home bookshop`. Reports the median of several runs. `--url` measures a running site with the
 * demonstration catalogue.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1' },
    url: { type: 'string' },
    output: { type: 'string', default: join(tmpdir(), 'lectern-lighthouse') },
  },
})
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const folder = resolve(values.output)
await mkdir(folder, { recursive: true })

const pages = Object.entries({ ...PUBLIC_PAGES, ...DEMO_ITEM_PAGES }).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)
const site = values.url ? { url: values.url, close: async () => {} } : await openDemonstrationSite()
let below = 0
try {
  console.log(['page'.padEnd(36), ...Object.keys(TARGETS), 'LCP', 'TBT', 'CLS', 'KB'].join('  '))
  for (const [name, path] of pages) {
    const { scores, measures } = await auditPage(`${site.url}${path}`, {
      browser: chromiumPath(),
      report: join(folder, name),
      runs: Number(values.runs),
    })
    const targets = UNLISTED_PAGES.includes(path) ? { ...TARGETS, seo: 0 } : TARGETS
    const missed = CATEGORIES.filter((category) => scores[category] < targets[category])
    below += missed.length
    console.log(
      [
        name.padEnd(36),
        ...CATEGORIES.map((category) => String(scores[category]).padStart(category.length)),
        `${(measures.lcp / 1000).toFixed(1)} s`,
        `${Math.round(measures.tbt)} ms`,
        measures.cls.toFixed(3),
        Math.round(measures.bytes / 1000),
        missed.length > 0 ? `below: ${missed.join(', ')}` : '',
      ].join('  '),
    )
  }
} finally {
  await site.close()
}
console.log(below === 0 ? 'Every target is met.' : `${below} below target. The reports are in ${folder}`)
process.exitCode = below === 0 ? 0 : 1
