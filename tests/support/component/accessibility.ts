import axe from 'axe-core'

/** The violations that axe finds on the page once its animations have ended; empty when there are none. */
export async function findViolations(): Promise<string[]> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await axe.run(document, { reporter: 'no-passes', rules: { 'document-title': { enabled: false } } })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
}

/** Whether the page scrolls sideways. */
export const overflows = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
