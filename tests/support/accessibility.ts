import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Without its comments the page reads it in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds on the page as it stands once nothing fades any more, a line each; empty when nothing. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
  // Reading it takes the page longer than many of its rules: a document reads it once, and no page of ours has frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // To describe all that is well would take longer than to find what is not.
  const { violations } = await page.evaluate(() => window.axe.run(document, { reporter: 'no-passes' }))
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}

/** Whether the page can be scrolled sideways, which no page should need. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
