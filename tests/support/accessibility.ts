import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The minified build of axe is used, because the page parses it in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Returns axe violations once all finite animations have ended, one line each; empty when there are none.
 * @param rules ids of the rules to check; all by default
 */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
  // axe is injected once per document, since injecting it takes longer than running many of its rules. No page of the site has frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Only violations are reported, since reporting passed checks would take longer than finding violations.
  const { violations } = await page.evaluate(
    (runOnly) => window.axe.run(document, { reporter: 'no-passes', ...(runOnly && { runOnly }) }),
    rules,
  )
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}

/** Returns whether the page scrolls horizontally. No page should. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
