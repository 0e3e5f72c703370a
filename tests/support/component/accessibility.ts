import axe from 'axe-core'
import { expect } from 'vitest'
import { inEachSize } from './in-each-size.ts'

/** Returns axe violations of the page once its animations have ended; empty when there are none. */
export async function findViolations(): Promise<string[]> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await axe.run(document, { reporter: 'no-passes', rules: { 'document-title': { enabled: false } } })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
}

/** Returns whether the page scrolls horizontally. */
export const overflows = () => document.documentElement.scrollWidth > document.documentElement.clientWidth

/** Expects no horizontal scrolling and no axe violation at desktop and phone size. Leaves the window at phone size. */
export function expectToFitEachSize(): Promise<void> {
  return inEachSize(async ({ width }) => {
    expect(await findViolations(), `at ${width}`).toEqual([])
    expect(overflows(), `at ${width}`).toBe(false)
  })
}
