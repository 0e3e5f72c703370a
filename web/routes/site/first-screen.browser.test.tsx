import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { site } from '#site/site.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const PROGRAMS = site.programs.map(({ slug }) => `/programs/${slug}`)
const LISTS = ['/bookshop', '/podcasts', '/authors', `/books-by-${site.founder.slug}`]
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect(0, Number.POSITIVE_INFINITY)
/** Returns the bounding box of the first item's cover or portrait */
const firstPicture = () => boxOf('main article:has(button) [class*="aspect-"]')

function openLists() {
  const six = [1, 2, 3, 4, 5, 6].map(String)
  const books = six.map((id) => buildBook({ id, title: `Book ${id}` }))
  openFakeApi({
    '/books': ({ searchParams }: URL) => books.filter(({ title }) => title.includes(searchParams.get('q') ?? '')),
    '/podcasts': six.map((id) => buildPodcast({ id, title: `Episode ${id}`, categories: [...CATEGORIES] })),
    '/authors': six.map((id) => buildAuthor({ id })),
    '/contact': { delivery: 'simulate' },
  })
}

const HEROES = [...LISTS, '/', ...PROGRAMS, '/contact', '/publishing']
const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)

async function openHero(path: string) {
  await openPage(path)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await document.fonts.ready
}

/** Returns the boxes of the lines of a text */
function linesOf(selector: string): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector(selector) as Element)
  return [...range.getClientRects()]
}

test.each(HEROES)(
  'on a phone, the picture of %s with its title and first line takes at most a third of the screen, and the second line follows on paper',
  async (path) => {
    openLists()
    await openHero(path)
    await expect.poll(() => boxOf('[data-scene]').height).toBeLessThanOrEqual(window.innerHeight / 3)
    const scene = boxOf('[data-scene]')
    for (const line of [...linesOf('h1'), ...linesOf('.hero-line')]) expect(line.bottom).toBeLessThanOrEqual(scene.bottom)
    expect(linesOf('.hero-lead')[0]?.top).toBeGreaterThan(scene.bottom)
    for (const link of document.querySelectorAll('[data-hero] a')) expect(link.getBoundingClientRect().top).toBeGreaterThan(scene.bottom)
  },
)

test.each(HEROES)('on a phone, the title of %s is the largest text of the first screen, of 34 to 36 pixels', async (path) => {
  openLists()
  await openHero(path)
  const title = sizeOf(document.querySelector('h1') as Element)
  expect(title).toBeGreaterThanOrEqual(34)
  expect(title).toBeLessThanOrEqual(36)
  const onScreen = [...document.querySelectorAll('h2, h3')].filter((heading) => heading.getBoundingClientRect().top < window.innerHeight)
  for (const heading of onScreen) expect(sizeOf(heading), heading.textContent).toBeLessThan(title * 0.8)
})

test.each(HEROES)('on turned phones and larger screens, no heading of %s is larger than its title', async (path) => {
  openLists()
  await openHero(path)
  for (const [width, height] of [
    [640, 360],
    [844, 390],
    [768, 1024],
    [1024, 768],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.viewport(width, height)
    await expect.poll(() => window.innerWidth).toBe(width)
    const title = sizeOf(document.querySelector('h1') as Element)
    for (const heading of document.querySelectorAll('h2, h3'))
      expect(sizeOf(heading), `${heading.textContent} at ${width}`).toBeLessThanOrEqual(title)
  }
})

/** The motif of a drawing is in the right half of its lower two thirds. */
test.each(HEROES)('on a phone, the words of %s are in a column beside the motif of the picture', async (path) => {
  openLists()
  await openHero(path)
  const scene = boxOf('[data-scene]')
  for (const line of linesOf('.hero-line')) expect(line.right).toBeLessThanOrEqual(scene.left + scene.width * 0.56)
  for (const line of linesOf('h1')) expect(line.right).toBeLessThanOrEqual(scene.left + scene.width * 0.73)
})

/** The header may cover words: an opaque one hides them, and a transparent one must be beside them. */
test.each(HEROES)('no word of the title of %s is legible below the logo while the page is scrolled by 1 to 50 pixels', async (path) => {
  openLists()
  await openHero(path)
  const header = document.querySelector('header') as Element
  const isOpaque = () => /^rgb\(/.test(getComputedStyle(header).backgroundColor)
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [412, 892],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height)
    for (const y of [1, 5, 12, 25, 38, 50]) {
      scrollTo(0, y)
      await expect.poll(() => header.getAttribute('data-scrolled')).toBe('false')
      const logo = boxOf('header a')
      const meets = linesOf('h1').some((line) => line.top < logo.bottom && line.left < logo.right && line.bottom > logo.top)
      if (meets) await expect.poll(isOpaque, { message: `${width} px, scrolled by ${y} px` }).toBe(true)
    }
    scrollTo(0, 0)
    await expect.poll(() => getComputedStyle(header).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  }
  await page.viewport(360, 740)
})

test.each([...LISTS, '/', ...PROGRAMS])('on a phone, the first items of %s are visible without scrolling', async (path) => {
  openLists()
  await openPage(path)
  await expect.poll(() => firstPicture().top + firstPicture().height / 2).toBeLessThan(window.innerHeight)
})

test.each(['/bookshop', '/podcasts'])('on a phone, the search field and whole covers of %s are visible without scrolling', async (path) => {
  openLists()
  await openPage(path)
  await expect.poll(() => firstPicture().bottom).toBeLessThanOrEqual(window.innerHeight)
  expect(boxOf('main input[type=search]').bottom).toBeLessThan(firstPicture().top)
})

test('on a phone, the first field of the contact page is visible without scrolling', async () => {
  openLists()
  await openPage('/contact')
  await expect.poll(() => boxOf('main input').bottom).toBeLessThan(window.innerHeight * 0.6)
})

async function search(width: number, height: number) {
  await page.viewport(width, height)
  openLists()
  await openPage('/bookshop')
  await expect.element(page.getByText('6 books found')).toBeVisible()
  await page.getByRole('searchbox').fill('Book 4')
  await expect.element(page.getByText('1 book found')).toBeVisible()
  await expect.poll(() => firstPicture().top).toBeLessThan(height - 40)
  expect(boxOf('main input[type=search]').top).toBeGreaterThan(boxOf('header').bottom)
  await page.viewport(360, 740)
}

test('while a visitor types with the on-screen keyboard of a phone, the search field and the first results are visible', () =>
  search(360, 440))

test.each([
  [320, 400],
  [740, 400],
  [1366, 650],
  [1440, 900],
])('while a visitor types in a window of %i × %i, the field and the first results are in view', { tags: ['full'] }, search)
