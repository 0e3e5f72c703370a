import axe from 'axe-core'
import { expect } from 'vitest'
import { inEachSize } from './in-each-size.ts'

/** The violations that axe finds on the page once its animations have ended; empty when there are none. */
export async function findViolations(): Promise<string[]> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await axe.run(document, { reporter: 'no-passes', rules: { 'document-title': { enabled: false } } })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
}

/** Whether the page scrolls sideways. */
export const overflows = () => document.documentElement.scrollWidth > document.documentElement.clientWidth

/** Expects that the page, as it stands, fits a desktop and a phone and has no violations there. It is left as on a phone. */
export function expectToFitEachSize(): Promise<void> {
  return inEachSize(async ({ width }) => {
    expect(await findViolations(), `at ${width}`).toEqual([])
    expect(overflows(), `at ${width}`).toBe(false)
  })
}
