import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { paletteOf } from '#contracts/site/palette.ts'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { signInAt } from '#tests/support/admin-area.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { EPISODE, FREE_BOOK, PRICED_BOOK } from '#tests/support/catalogue.ts'
import fc from '#tests/support/property-testing.ts'
import { ask } from '#tests/support/run-app.ts'
import { settle } from '#tests/support/settle.ts'
import type { Site } from '#tests/support/site.ts'

/* All pages, and the states that need a complete site, are tested at phone and desktop size: no axe violation, no horizontal overflow, no
   console error. Component states are tested beside the components. */

const PROGRAM = '/programs/teen-coaching'
const PAGES = [
  ...Object.values(PUBLIC_PAGES).filter((path) => !path.startsWith('/programs/')),
  ...[PROGRAM, '/books/a-free-book', '/books/a-priced-book', '/podcasts/finish-the-first-draft', '/authors/tapiwa-gumbo'],
  ...['/bookshop?q=zyzzyva', '/search?q=book', '/search?q=zyzzyva', '/admin/login', '/admin/forgot-password'],
]
/** Pages whose layouts together contain all parts of the other pages. Component tests check most parts with axe too. */
const TYPICAL = ['/', '/bookshop', '/books/a-free-book']
const ADMIN_PAGES = [
  ...['books', 'books/new', 'authors', 'authors/new', 'podcasts', 'podcasts/new', 'accounts', 'accounts/new', 'accounts/sessions'],
  ...['books/prices', 'import', 'account', 'orders', 'sales', 'statistics', 'rates', 'overview', 'messages', 'saved-answers', 'activity'],
]

/** Generator of colors that an owner may choose. Text must have enough contrast in the shades of any color. */
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const RANDOM_COLORS = fc.sample(fc.record({ accent: color, dark: color }), process.env.TEST_FULL ? 10 : 1)

/** Desktop layouts that differ from the phone layout in more than width. Axe runs on the other layouts at phone size only. */
const WIDE_LAYOUTS = [
  '/',
  '/bookshop',
  '/books/a-free-book',
  '/contact',
  '/admin/books',
  '/admin/overview',
  'reader',
  'player',
  'dock',
  'checkout',
]

async function expectAccessible(page: Page, state: string) {
  await inEachSize(page, async ({ width }) => {
    await settle(page)
    const violations = width < 1000 || WIDE_LAYOUTS.includes(state) ? await findBarriers(page) : []
    expect([violations, await overflows(page)], `${state} at ${width}`).toEqual([[], false])
  })
}

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expectAccessible(page, path)
}

async function openInProfile(path: string, { site }: { site: Site }) {
  const { page } = await site.profile(VIEWPORTS[0])
  await openPage(page, path)
  for (const colors of RANDOM_COLORS) {
    await page.evaluate((palette) => {
      for (const [name, shade] of Object.entries(palette)) document.documentElement.style.setProperty(`--color-${name}`, shade)
    }, paletteOf(colors))
    expect(await findBarriers(page, ['color-contrast']), `${path} in ${JSON.stringify(colors)}`).toEqual([])
  }
}

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title }).first()

describe('pages have no accessibility violation, horizontal scrolling or console error', () => {
  test.for(TYPICAL)('on %s', openInProfile)
  test.for(PAGES.filter((path) => !TYPICAL.includes(path)))('on %s', { tags: ['full'] }, openInProfile)

  test('pages of the admin area have no accessibility violation, horizontal scrolling or console error', { tags: ['full'] }, async ({
    site,
  }) => {
    const [book] = (await (await ask(`${site.url}/api/books`)).json()) as { id: string }[]
    const { page } = await site.profile(VIEWPORTS[0])
    await signInAt(page, site.credentials)
    for (const path of [...ADMIN_PAGES, `books/${book?.id}/edit`]) await openPage(page, `/admin/${path}`)
  })

  test('a missing page, and a page whose data request fails, have no accessibility violation, horizontal scrolling or console error', {
    tags: ['full'],
  }, async ({ site }) => {
    const { page } = await site.profile(VIEWPORTS[0], { mayComplain: UNANSWERED })
    await page.goto('/nowhere/else')
    await expectAccessible(page, 'missing page')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    await page.waitForURL('**/contact')
    await page.route('**/nowhere/else.data*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goBack()
    await page.getByRole('heading', { name: 'The page could not be opened' }).waitFor()
    await expectAccessible(page, 'failed page')
  })

  test('the reader, the player and its dock, a checkout and an author profile have no accessibility violation, horizontal scrolling or console error', {
    tags: ['full'],
  }, async ({ site }) => {
    const { page } = await site.profile(VIEWPORTS[0])
    await page.goto('/bookshop')
    await card(page, FREE_BOOK)
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await page.getByText('Page 1 of 3').waitFor()
    await expectAccessible(page, 'reader')
    await page.keyboard.press('Escape')
    await card(page, PRICED_BOOK)
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await page.waitForURL('**/checkout/*')
    await page.getByRole('heading', { level: 1, name: PRICED_BOOK }).waitFor()
    await expectAccessible(page, 'checkout')

    await page.goto('/podcasts')
    await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
    await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
    await expectAccessible(page, 'player')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Player' }).waitFor()
    await expectAccessible(page, 'dock')

    await page.goto('/authors')
    await page.getByRole('button', { name: 'View Profile' }).first().click()
    await page.getByRole('dialog').getByText('Writes in the mornings.').waitFor()
    await expectAccessible(page, 'profile')
  })

  test('the phone menu, the desktop Programs menu and toasts have no accessibility violation, horizontal scrolling or console error', {
    tags: ['full'],
  }, async ({ site }) => {
    const [phone, desktop] = VIEWPORTS
    const { page } = await site.profile(phone)
    await page.goto('/bookshop')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Programs' }).click()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize(desktop)
    await page.getByRole('button', { name: 'Programs' }).click()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    for (const question of await page.getByRole('region', { name: 'Questions readers ask' }).getByRole('button').all())
      await question.click()
    // Each window size triggers a new toast, since toasts disappear after a moment.
    await inEachSize(page, async ({ width }) => {
      const currency = width === phone.width ? 'ZWG' : 'USD'
      await page.getByLabel('Currency').selectOption(currency)
      await page.getByText(`Currency changed to ${currency}`).waitFor()
      expect(await findBarriers(page), `${width}`).toEqual([])
    })
  })
})
