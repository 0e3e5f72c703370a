// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { closeByEscape } from '#tests/support/focus.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await Promise.all([site.publishBook({ title: 'A free book' }), site.publishPodcast(), site.publishAuthor()])
})
afterAll(() => site?.close())

/** Records all animations on the page that are longer than 10 ms, except fading of opacity, and every smooth scroll. */
async function noteMotion(page: Page) {
  await page.addInitScript(() => {
    const noted: string[] = []
    Object.assign(window, { noted })
    const note = ({ target }: Event) => {
      for (const animation of (target as Element).getAnimations()) {
        const effect = animation.effect as KeyframeEffect
        const { duration, iterations } = effect.getTiming()
        const moved = effect
          .getKeyframes()
          .flatMap((frame) => Object.keys(frame))
          .filter((name) => !['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(name))
        if (moved.length > 0 && Number(duration) * (iterations ?? 1) > 10)
          noted.push(`${(target as Element).outerHTML.slice(0, 100)}: ${moved} for ${duration} ms × ${iterations}`)
      }
    }
    for (const event of ['transitionrun', 'animationstart']) document.addEventListener(event, note, true)
    for (const name of ['scrollTo', 'scrollBy', 'scroll'] as const) {
      const original = window[name].bind(window) as (options?: ScrollToOptions) => void
      Object.assign(window, {
        [name]: (...options: ScrollToOptions[]) => {
          if (options[0]?.behavior === 'smooth') noted.push(`${name} is smooth`)
          original(...(options as [ScrollToOptions]))
        },
      })
    }
    const intoView = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function scrollIntoView(options) {
      if (typeof options === 'object' && options.behavior === 'smooth') noted.push('scrollIntoView is smooth')
      intoView.call(this, options)
    }
  })
}

const noted = (page: Page) => page.evaluate(() => (window as unknown as { noted: string[] }).noted)

const [phone, desktop] = VIEWPORTS
const title = 'at $viewport.width × $viewport.height with motion at $motion, what opens moves only when it may'

test.each([{ viewport: phone, motion: 'reduce' as const }])(title, tryMotion)
test.each([
  { viewport: phone, motion: 'no-preference' as const },
  { viewport: desktop, motion: 'reduce' as const },
  { viewport: desktop, motion: 'no-preference' as const },
])(title, tryMotion)

type Motion = { viewport: { width: number; height: number }; motion: 'reduce' | 'no-preference' }

async function tryMotion({ viewport, motion: reducedMotion }: Motion) {
  const touch = viewport.width < 600
  const { page } = await site.profile(viewport, { reducedMotion, mayComplain: UNANSWERED })
  await noteMotion(page)
  const motions: string[] = []
  const journey = async (path: string, walk: () => Promise<unknown>) => {
    await page.goto(path)
    await walk()
    await page.waitForTimeout(300)
    motions.push(...(await noted(page)))
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
  }

  await journey('/', async () => {
    await page.evaluate(() => scrollTo(0, 300))
    if (touch) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Programs' }).click()
      await page.keyboard.press('Escape')
    } else {
      await page.getByRole('button', { name: 'Programs' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'View Book' }).hover()
    }
  })
  await journey('/bookshop', async () => {
    await page.getByRole('button', { name: 'How do I read a book?' }).click()
    await page.getByLabel('Currency').selectOption('ZWG')
    await page.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
    await page.getByText('Page 1 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Page 2 of 3').waitFor()
    await page.keyboard.press('Escape')
  })
  await journey('/podcasts', async () => {
    await page.getByRole('button', { name: 'Listen' }).click()
    await closeByEscape(page, page.getByRole('dialog', { name: 'Now Playing' }))
    await page.getByRole('region', { name: 'Player' }).waitFor()
  })
  await journey('/authors', async () => {
    await page.getByRole('button', { name: 'View Profile' }).click()
    await closeByEscape(page, page.getByRole('dialog'))
  })
  await journey('/contact', async () => {
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.route('**/assets/bookshop-*.js', () => {})
    await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
    await page.getByText('Loading the next page').waitFor()
  })

  // The test also runs with motion allowed, to prove that motion is recorded.
  if (reducedMotion === 'reduce') expect(motions).toEqual([])
  else expect(motions.length).toBeGreaterThan(3)
}
