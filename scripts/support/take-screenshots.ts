import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { site } from '#site/site.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/run-app.ts'
import { openFixtureSite, type Shot } from './fixture-site.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

const VIEWPORTS = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

type Site = { url: string; dataDir: string; credentials: { email: string; password: string } }
/** Time for requests and animations to finish, in ms. */
const SETTLE_MS = 500

/** Writes all screenshots, or only those whose name contains `only`, into the folder. Returns their number. */
export async function takeScreenshots({ url, dataDir, credentials }: Site, folder: string, only = ''): Promise<number> {
  const headers = await signIn(url, credentials)
  const fixture = await openFixtureSite({ url, dataDir })
  const browser = await launchBrowser()
  let count = 0
  try {
    for (const viewport of VIEWPORTS) {
      const touch = viewport.width < 1000
      const options = { viewport, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce' as const }
      for (const [group, baseURL, shots] of [
        ['site', url, await siteShots(url)],
        ['list', fixture.url, fixture.shots],
        ['admin', url, await adminShots(url, headers)],
      ] as const) {
        const context = await browser.newContext({ ...options, baseURL })
        if (group === 'admin') {
          const token = headers.authorization.replace('Bearer ', '')
          await context.addInitScript((text) => location.protocol.startsWith('http') && localStorage.setItem('adminToken', text), token)
        }
        for (const [name, shot] of Object.entries(shots)) {
          const title = `${viewport.width}-${group}-${name}`
          if (!title.includes(only) || (shot.at && !shot.at(viewport.width))) continue
          // Each screenshot has a new page, so that no state remains from the previous screenshot.
          const page = await context.newPage()
          await take(page, shot, join(folder, `${title}.png`)).catch((error: unknown) => console.error(`${title}: ${error}`))
          await page.close()
          await context.setOffline(false)
          fixture.restore()
          count += 1
        }
        await context.close()
      }
    }
  } finally {
    await browser.close()
    await fixture.close()
  }
  return count
}

function after(path: string, prepare: Shot['prepare']): Shot {
  return { path, prepare }
}

async function take(page: Page, { path, whole = false, before, prepare }: Shot, file: string) {
  await before?.(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  if (whole) await scrollThrough(page)
  if (prepare) {
    await prepare(page)
    await page.waitForTimeout(SETTLE_MS)
  }
  await page.screenshot({ path: file, fullPage: whole })
}

/** Scrolls to the end of the page, since pictures below the fold load only near the viewport. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLE_MS)
}

async function siteShots(url: string): Promise<Record<string, Shot>> {
  // The bookshop does not list the founder's books.
  const inBookshop = await list(url, `/books?excludeAuthor=${encodeURIComponent(site.founder.name)}`)
  const priced = inBookshop.find(({ price, previewUrl }) => price > 0 && previewUrl)
  const free = inBookshop.find(({ price }) => price <= 0)
  const read = (title: string) => async (page: Page) => {
    await page
      .getByRole('article')
      .filter({ hasText: title })
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await page.getByRole('button', { name: /^Page 1 of/ }).waitFor()
    await page.locator('[data-page-number] :is(canvas, img)').first().waitFor()
  }
  const buy = (title: string) => async (page: Page) => {
    await page
      .getByRole('article')
      .filter({ hasText: title })
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await page.waitForURL('**/checkout/*')
    await page.getByRole('button', { name: /^Pay / }).waitFor()
  }
  const listen = async (page: Page) => {
    await page.getByRole('button', { name: 'Listen' }).first().click()
    await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
  }
  return {
    ...Object.fromEntries(Object.entries(PUBLIC_PAGES).map(([name, path]) => [name, { path, whole: true }])),
    'home-first-screen': { path: '/' },
    'home-scrolled': { path: '/', prepare: (page) => page.evaluate(() => scrollTo(0, 900)) },
    checkout: { path: `/bookshop?q=${encodeURIComponent(priced?.title ?? '')}`, whole: true, prepare: buy(priced?.title ?? '') },
    'not-found': { path: '/nowhere', whole: true },
    'bookshop-nothing-found': { path: '/bookshop?q=xyzzy', whole: true },
    'podcasts-nothing-found': { path: '/podcasts?q=xyzzy', whole: true },
    menu: {
      path: '/',
      at: (width) => width < 1000,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Open menu' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Programs' }).click()
      },
    },
    programs: { path: '/', at: (width) => width > 1000, prepare: (page) => page.getByRole('button', { name: 'Programs' }).click() },
    'cover-hover': {
      path: '/bookshop',
      at: (width) => width > 1000,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'View Book' }).first().hover()
      },
    },
    verifying: after('/bookshop', async (page) => {
      await page.route('**/get-next-action', () => {})
      await page
        .getByRole('button', { name: /^Read\b(?! aloud)/ })
        .first()
        .click()
      await page.getByText('Verifying access...').scrollIntoViewIfNeeded()
    }),
    viewer: { path: `/bookshop?q=${encodeURIComponent(free?.title ?? '')}`, prepare: read(free?.title ?? '') },
    'viewer-failed': after(`/bookshop?q=${encodeURIComponent(free?.title ?? '')}`, async (page) => {
      await page.route('**/*.pdf**', (route) => route.fulfill({ status: 404 }))
      await page
        .getByRole('button', { name: /^Read\b(?! aloud)/ })
        .first()
        .click()
      await page.getByText('Error loading document').waitFor()
    }),
    'viewer-preview-end': after(`/bookshop?q=${encodeURIComponent(priced?.title ?? '')}`, async (page) => {
      await buy(priced?.title ?? '')(page)
      await page.getByRole('button', { name: /first pages/i }).click()
      await page.getByRole('button', { name: /^Page 1 of/ }).waitFor()
      await page.keyboard.press('End')
      await page.getByText('The preview ends here').waitFor()
    }),
    player: { path: '/podcasts', prepare: listen },
    'player-dock': after('/podcasts', async (page) => {
      await listen(page)
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Player' }).waitFor()
    }),
    'author-profile': after('/authors', async (page) => {
      await page.getByRole('button', { name: 'View Profile' }).first().click()
      await page.getByRole('dialog').getByText('Read').first().waitFor()
      await page.waitForLoadState('networkidle')
    }),
    toasts: after('/bookshop', async (page) => {
      await page.route('**/get-next-action', (route) => route.fulfill({ status: 503, json: {} }))
      await page
        .getByRole('button', { name: /^Read\b(?! aloud)/ })
        .first()
        .click()
      await page.getByText('Failed to determine next action, retry.').waitFor()
      await page.getByLabel('Currency').selectOption('ZWG')
      await page.getByText('Currency changed to ZWG').waitFor()
    }),
    'toasts-many': after('/contact', async (page) => {
      const currency = page.getByLabel('Currency')
      for (const code of ['ZWG', 'USD', 'ZWG', 'USD', 'ZWG', 'USD']) await currency.selectOption(code)
    }),
    'player-failed': after('/podcasts', async (page) => {
      await page.route('**/media/**', (route) => (route.request().resourceType() === 'media' ? route.abort() : route.continue()))
      await listen(page)
      await page.getByRole('alert').filter({ hasText: 'Try again' }).waitFor()
    }),
    'questions-open': after('/bookshop', async (page) => {
      const questions = page.getByRole('region', { name: 'Questions readers ask' })
      for (const question of await questions.getByRole('button').all()) await question.click()
    }),
    'contact-errors': { path: '/contact', prepare: (page) => page.getByRole('button', { name: 'Send message' }).click() },
    'contact-sent': after('/contact', async (page) => {
      await fillIn(page)
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText('Your message has been sent successfully').waitFor()
    }),
    'contact-sending': after('/contact', async (page) => {
      await fillIn(page)
      await page.getByRole('button', { name: 'Send message' }).click()
    }),
    loading: after('/contact', async (page) => {
      await page.route('**/api/books?*', () => {})
      await follow(page, 'Bookshop')
      await page.waitForTimeout(1000)
    }),
    error: after('/bookshop', async (page) => {
      await page.route('**/api/books/*', (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('article').first().getByRole('link').first().click()
      await page.getByRole('heading', { name: 'The page could not be opened' }).waitFor()
    }),
    'offline-link': after('/contact', async (page) => {
      await page.context().setOffline(true)
      await follow(page, 'Authors')
      await page.getByText('You are offline.').waitFor()
    }),
    'list-failed': after('/bookshop', async (page) => {
      await page.route('**/api/books?*', (route) => route.abort())
      await page.getByRole('searchbox').fill('bread')
      await page.getByText('The list could not be loaded.').waitFor()
    }),
    offline: after('/podcasts', async (page) => {
      await page.context().setOffline(true)
      await page.getByRole('searchbox').fill('bread')
      await page.getByText('You are offline.').waitFor()
    }),
    'without-scripts': { path: '/', before: (page) => page.route('**/*.js', (route) => route.abort()), whole: true },
  }
}

function follow(page: Page, name: string) {
  return page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
}

async function fillIn(page: Page) {
  await page.getByLabel('Name').fill('Rudo Moyo')
  await page.getByLabel('Email').fill('rudo@example.com')
  await page.getByLabel('Subject').selectOption('Publishing')
  await page.getByLabel('Message').fill('I have written a book. What now?')
}

async function adminShots(url: string, headers: Record<string, string>): Promise<Record<string, Shot>> {
  const [[book], [podcast], [author]] = await Promise.all([list(url, '/books'), list(url, '/podcasts'), list(url, '/authors')])
  const [account] = await list(url, '/admins', headers)
  return {
    login: { path: '/admin/login' },
    'forgot-password': { path: '/admin/forgot-password' },
    ...Object.fromEntries(
      ['books', 'authors', 'podcasts', 'accounts', 'accounts/sessions', 'overview', 'statistics', 'messages', 'activity']
        .concat(['books/new', 'authors/new', 'podcasts/new', 'accounts/new'])
        .concat([`books/${book?.id}/edit`, `podcasts/${podcast?.id}/edit`, `authors/${author?.id}/edit`, `accounts/${account?.id}/edit`])
        .map((path) => [path.replace(/\/[\w-]{30,}\/edit/, '-edit').replaceAll('/', '-'), { path: `/admin/${path}`, whole: true }]),
    ),
    menu: {
      path: '/admin/books',
      at: (width) => width < 700,
      prepare: (page) => page.getByRole('button', { name: 'Menu' }).click(),
    },
    'books-nothing-found': { path: '/admin/books?q=xyzzy' },
    'books-delete': {
      path: '/admin/books',
      prepare: (page) =>
        page
          .getByRole('button', { name: /^Delete/ })
          .first()
          .click(),
    },
    'book-errors': { path: '/admin/books/new', whole: true, prepare: (page) => page.getByRole('button', { name: 'Add book' }).click() },
  }
}

type Listed = { id: string; title: string; author: string; price: number; previewUrl: string | null }

async function list(url: string, path: string, headers: Record<string, string> = {}): Promise<Listed[]> {
  return (await (await fetch(`${url}/api${path}`, { headers })).json()) as Listed[]
}
