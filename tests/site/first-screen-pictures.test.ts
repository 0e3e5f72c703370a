// @module-tag full
import { afterAll, beforeAll, expect } from 'vitest'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { inEachSize } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 412, height: 892 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

let site: Site
let paths: string[]
beforeAll(async () => {
  site = await openSite()
  const [book, episode, author] = await Promise.all([
    site.publishBook({ title: 'A priced book', price: '4.5' }),
    site.publishPodcast({ title: 'An episode', categories: 'Teen Coaching' }),
    site.publishAuthor(),
    ...['One', 'Two', 'Three'].map((title) => site.publishBook({ title: `Book ${title}` })),
    site.publishPodcast({ title: 'Another episode', categories: 'Teen Coaching' }),
    site.publishBook({ title: 'The founder’s own', author: 'Ruvimbo Chikomo' }),
  ])
  const items = [`/books/${book.slug}`, `/podcasts/${episode.slug}`, `/authors/${author.slug}`]
  paths = [...Object.values(PUBLIC_PAGES).filter((path) => !['/purchases', '/shelf'].includes(path)), ...items]
})
afterAll(() => site?.close())

/**
 * Lists the places of pictures, at least half of which is on the first screen, without a loaded picture, or with one that waits until the
 * layout is known.
 */
function findMissing(): string[] {
  const isOnScreen = (place: Element) => {
    const { top, width, height } = place.getBoundingClientRect()
    return width > 0 && height > 0 && top + height / 2 < innerHeight
  }
  const places = [...document.querySelectorAll('main [class*="aspect-"], [data-scene]')].filter(isOnScreen)
  return places.flatMap((place) => {
    const picture = place.querySelector('img')
    const name = (place.closest('article, section') ?? place).textContent?.slice(0, 40)
    if (!picture) return [`${name}: no picture`]
    if (picture.loading === 'lazy') return [`${name}: a lazy picture`]
    return picture.complete && picture.naturalWidth > 0 ? [] : [`${name}: a picture that is not loaded`]
  })
}

test('every picture of the first screen is in the HTML and is loaded before scripts have run, on every page at every size', async () => {
  const { page } = await site.profile({ width: 360, height: 740 }, { mayComplain: /ERR_FAILED|Failed to (load|fetch)/ })
  await page.route('**/assets/*.js', (route) => route.abort())
  const found: Record<string, string[]> = {}
  let pictures = 0
  for (const path of paths) {
    await page.goto(site.url + path, { waitUntil: 'load' })
    pictures += await page.locator('main img').count()
    await inEachSize(
      page,
      async ({ width }) => {
        // A drawing has another crop in each size, which loads only after the resized layout: loading is waited for.
        const isComplete = () => page.evaluate(findMissing).then((missing) => missing.length === 0)
        await expect
          .poll(isComplete)
          .toBe(true)
          .catch(async () => {
            found[`${width} ${path}`] = await page.evaluate(findMissing)
          })
      },
      SIZES,
    )
  }
  expect(found).toEqual({})
  expect(pictures).toBeGreaterThan(paths.length)
})
