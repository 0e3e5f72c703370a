import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { CATEGORIES } from '#contracts/categories.ts'
import { faq } from '#site/faq.ts'
import { publishing } from '#site/publishing.ts'
import { site as settings } from '#site/site.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone, desktop] = VIEWPORTS
const FOUNDER = settings.founder.name

let site: Site
beforeAll(async () => {
  site = await openSite()
  const [first, ...others] = CATEGORIES
  await Promise.all([
    ...['One', 'Two', 'Three', 'Four', 'Five'].map((title) =>
      site.publishBook({ title, author: title === 'One' ? 'Tapiwa Gumbo' : 'Rudo Dube', categories: first }),
    ),
    site.publishBook({ title: 'The founder’s own', author: FOUNDER.toUpperCase().replace(' ', '  ') }),
    ...[first, ...others.slice(0, 3)].map((category) => site.publishPodcast({ title: `On ${category}`, categories: category })),
    site.publishAuthor({ facebook: 'https://facebook.com/tapiwa' }),
    site.publishAuthor({ name: 'Rudo Dube' }),
  ])
})
afterAll(() => site?.close())

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titles = (page: Page, name: string) => region(page, name).getByRole('article').getByRole('heading').allTextContents()
const hrefs = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href')))

async function listed(path: string, field: string): Promise<string[]> {
  const items = (await (await fetch(`${site.url}/api${path}`)).json()) as Record<string, string>[]
  return items.map((item) => item[field] ?? '')
}

describe.each(VIEWPORTS)('at $width × $height', (viewport) => {
  test('Home has its hero, four services, the first 4 books and the first 3 episodes', async () => {
    const { page } = await site.profile(viewport)
    await page.goto('/')
    const hero = page.locator('[data-hero]')
    expect(await hero.getByRole('heading', { level: 1 }).textContent()).toBe(settings.brand.vision)
    expect(settings.brand.vision).toMatch(/^connecting people to their future$/i)
    expect(await hero.locator('p > span').count()).toBe(2)
    await hero.getByText('making wisdom affordable and easy to access for all nations').waitFor()
    expect(await hrefs(page, '[data-hero] a')).toEqual(['/bookshop', '/programs/relationship-coaching'])
    const whole = await hero.boundingBox()
    expect(await hero.locator('[data-overlay]').boundingBox()).toEqual(whole)
    expect(await hero.locator('img').boundingBox()).toEqual(whole)
    await expect.poll(() => hero.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

    expect(await titles(page, 'What we offer')).toEqual(['Books', 'Bibles', 'Youth Coaching Podcasts', 'Book Publishing'])
    for (const tile of await region(page, 'What we offer').getByRole('article').all()) {
      expect(await tile.locator('svg').count()).toBe(1)
      expect(await tile.locator('p').textContent()).not.toBe('')
      expect(await tile.getByRole('link').textContent()).toMatch(/^Learn More/)
    }
    expect(await titles(page, 'Best Selling Books')).toEqual((await listed('/books', 'title')).slice(0, 4))
    expect(await hrefs(page, 'a:text-is("Browse All Books")')).toEqual(['/bookshop'])
    expect(await titles(page, 'Latest Podcasts')).toEqual((await listed('/podcasts', 'title')).slice(0, 3))
    expect(await hrefs(page, 'a:text-is("All Episodes")')).toEqual(['/podcasts'])
  })

  test('the footer has its four columns and the current year', async () => {
    const { page } = await site.profile(viewport, { mayComplain: UNANSWERED })
    await page.goto('/contact')
    const footer = page.getByRole('contentinfo')
    await footer.getByText('empowering minds through knowledge, personal development and spiritual growth').waitFor()
    expect(await footer.getByRole('link', { name: / on (Facebook|X|Instagram|LinkedIn)$/ }).count()).toBe(4)
    expect(await footer.getByRole('heading').allTextContents()).toEqual(['Quick Links', 'Our Programs', 'Contact Us'])
    expect(await hrefs(page, 'footer a[href^="/programs/"]')).toEqual(settings.programs.map(({ slug }) => `/programs/${slug}`))
    for (const path of ['/', '/bookshop', '/authors', '/podcasts', '/publishing', '/contact'])
      expect(await footer.locator(`a[href="${path}"]`).count(), path).toBeGreaterThan(0)
    expect(await footer.locator('a[href^="tel:"]').textContent()).toBe(settings.contact.phone)
    expect(await footer.locator('a[href^="mailto:"]').textContent()).toBe(settings.contact.email)
    expect(await footer.getByLabel('Currency').locator('option').allTextContents()).toEqual(['USD', 'ZWG'])
    await footer.getByText(`© ${new Date().getFullYear()} ${settings.brand.name}`).waitFor()
    if (viewport === desktop) {
      const columns = await footer.locator('> div').first().locator('> div').all()
      const boxes = await Promise.all(columns.map((column) => column.boundingBox()))
      expect(new Set(boxes.map((box) => box?.x)).size).toBe(4)
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    }
  })
})

test('on a desktop the header shows the links and the six programs, lies clear over the hero, and changes its logo when scrolled', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await page.goto('/')
  const header = page.getByRole('banner')
  const logo = header.locator('img').first()
  await expect.poll(() => header.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
  expect(await header.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  expect((await header.boundingBox())?.y).toBe(0)
  expect((await page.locator('[data-hero]').boundingBox())?.y).toBe(0)
  const before = await logo.getAttribute('src')
  for (const name of ['Home', 'Bookshop', 'Authors', 'Podcasts', 'Publishing', 'Contact'])
    expect(await header.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
  expect(await header.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false)

  await header.getByRole('button', { name: 'Programs' }).click()
  expect(await hrefs(page, 'header a[href^="/programs/"]')).toEqual(settings.programs.map(({ slug }) => `/programs/${slug}`))
  await header.getByRole('link', { name: /^Teen Coaching/ }).click()
  await page.waitForURL('**/programs/teen-coaching')
  // The address comes first; the page that comes then begins at its top.
  await page.getByRole('heading', { level: 1, name: 'Teen Coaching' }).waitFor()
  expect(await header.locator('a[href^="/programs/"]').count()).toBe(0)

  await page.evaluate(() => scrollTo(0, 200))
  await expect.poll(() => logo.getAttribute('src')).not.toBe(before)
  expect((await header.boundingBox())?.y).toBe(0)
})

test('on a phone a full-screen menu slides in, and its Programs group unfolds and folds', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/')
  expect(await page.getByRole('banner').getByRole('link', { name: 'Bookshop' }).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, width: phone.width, height: phone.height })
  expect(await menu.evaluate((element) => getComputedStyle(element).animationName)).toBe('slide')
  const programs = menu.locator('a[href^="/programs/"]')
  expect(await programs.count()).toBe(0)
  await menu.getByRole('button', { name: 'Programs' }).click()
  expect(await programs.count()).toBe(6)
  await menu.getByRole('button', { name: 'Programs' }).click()
  await expect.poll(() => programs.count()).toBe(0)
})

test('the bookshop narrows live, offers seven categories, has an empty state and answers four questions', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/bookshop')
  await page.getByText('5 books found').waitFor()
  expect(await page.getByLabel('Category').locator('option').allTextContents()).toEqual(['All', ...CATEGORIES])
  await page.getByRole('searchbox').pressSequentially('zzzz')
  await page.getByText('0 books found').waitFor()
  await page.getByRole('heading', { name: 'No books found' }).waitFor()

  const answers = region(page, 'Questions readers ask').locator('button[aria-expanded]')
  const texts: string[] = []
  for (const question of await answers.all()) {
    await question.click()
    texts.push((await page.locator(`[id="${await question.getAttribute('aria-controls')}"]`).textContent()) ?? '')
  }
  expect(texts).toEqual(faq.map(({ answer }) => answer))
  expect(texts).toEqual([
    expect.stringMatching(/^Online/),
    expect.stringContaining('can’t be downloaded'),
    expect.stringContaining('contact page'),
    expect.stringContaining('At once'),
  ])
})

test('the founder’s page has their books and no others', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await page.goto(`/books-by-${settings.founder.slug}`)
  expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual(['The founder’s own'])
  expect((await page.goto('/books-by-rudo-dube'))?.status()).toBe(404)
})

test('the authors’ cards count Book and Books; a profile has photo, links, bio and books; the page invites to publish', async () => {
  const { page } = await site.profile(phone)
  await page.goto('/authors')
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await card('Tapiwa Gumbo').getByText('1 Book', { exact: true }).waitFor()
  await card('Rudo Dube').getByText('4 Books', { exact: true }).waitFor()
  await card('Tapiwa Gumbo').getByRole('button', { name: 'View Profile' }).click()
  const profile = page.getByRole('dialog', { name: 'Tapiwa Gumbo' })
  await profile.getByRole('img', { name: 'Photo of Tapiwa Gumbo' }).waitFor()
  expect(await hrefs(page, '[role=dialog] a[href^="https://facebook.com"]')).toEqual(['https://facebook.com/tapiwa'])
  await profile.getByText('Writes in the mornings.').waitFor()
  await profile.getByRole('article').filter({ hasText: 'One' }).getByRole('button', { name: 'Read' }).click()
  await page.getByText('Page 1 of 3').waitFor()
  await page.getByRole('dialog', { name: 'One' }).getByRole('button', { name: 'Close' }).click()
  await profile.getByRole('button', { name: 'Close' }).click()

  const call = region(page, 'There is a book in you, too')
  expect(await call.locator('a[href^="tel:"]').textContent()).toBe(settings.contact.phone)
  expect(await call.locator('dd a[href^="https://wa.me/"]').textContent()).toBe(settings.contact.whatsapp)
  expect(await call.locator('a[href="/publishing"]').count()).toBe(1)
})

test('the publishing page lists thirteen services and hands out the packages as a PDF', async () => {
  const { context, page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await page.goto('/publishing')
  const services = (await region(page, 'What we do').getByRole('listitem').getByRole('heading').allTextContents()).map((name) =>
    name.toLowerCase(),
  )
  expect(services.toSorted()).toEqual(
    [
      'manuscript evaluation',
      'editing',
      'proofreading',
      'design and formatting',
      'printing and distribution',
      'e-book conversion',
      'marketing',
      'author platform',
      'content strategy',
      'isbn registration',
      'copyright registration',
      'reviews',
      'sales analytics',
    ].toSorted(),
  )
  const address = await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')
  const document = await context.request.get(address ?? '')
  expect(document.headers()['content-type']).toBe('application/pdf')
  for (const { name } of publishing.packages) await page.getByRole('heading', { name }).waitFor()
})

test('the podcasts page narrows live, offers seven categories and has an empty state', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/podcasts')
  await page.getByText('4 episodes found').waitFor()
  expect(await page.getByLabel('Category').locator('option').allTextContents()).toEqual(['All', ...CATEGORIES])
  await page.getByLabel('Category').selectOption('Gents Empowerment')
  await page.getByText('1 episode found').waitFor()
  await page.getByRole('searchbox').pressSequentially('zzzz')
  await page.getByRole('heading', { name: 'No episodes found' }).waitFor()
})

test('each of the six programs has an intro, its episodes, All Episodes and a chat link', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  for (const { slug, title, categories } of settings.programs) {
    await page.goto(`/programs/${slug}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    expect(await region(page, 'About the program').locator('p').first().textContent()).not.toBe('')
    const own = ['Relationship Coaching', 'Ladies Empowerment', 'Gents Empowerment', 'Spiritual and Personal Development']
    expect(await titles(page, 'Listen'), slug).toEqual(categories.filter((name) => own.includes(name)).map((name) => `On ${name}`))
    expect(await hrefs(page, 'a:text-is("All Episodes")')).toEqual([`/podcasts?${new URLSearchParams({ category: categories[0] ?? '' })}`])
    expect(await hrefs(page, '[aria-labelledby=invitation] a')).toEqual([settings.contact.chatLink])
  }
})
