import axe from 'axe-core'
import { expect } from 'vitest'
import { inEachSize } from './in-each-size.ts'

/**
 * Returns axe violations of the page once its animations have ended; empty when there are none. A page that changes while it is examined is
 * examined again, since what fades in or out has another contrast.
 */
export async function findViolations(): Promise<string[]> {
  for (;;) {
    let changed = false
    const note = () => {
      changed = true
    }
    const observer = new MutationObserver(note)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    for (const event of STARTS) document.addEventListener(event, note)
    const violations = await examine()
    for (const event of STARTS) document.removeEventListener(event, note)
    observer.disconnect()
    if (violations.length === 0 || !changed) return violations
  }
}

const STARTS = ['transitionrun', 'animationstart']

async function examine(): Promise<string[]> {
  // Animations within a closed `details` stand still.
  const isSeen = (effect: AnimationEffect | null) => !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility()
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY && isSeen(effect))
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
