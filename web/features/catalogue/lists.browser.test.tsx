import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const FOUNDER = '/books-by-ruvimbo-chikomo'
const items = page
  .getByRole('main')
  .getByRole('article')
  .filter({ has: page.getByRole('button') })

function openLists(count: number) {
  const list = <Item,>(build: (changes: object) => Item) =>
    Array.from({ length: count }, (_, index) => build({ id: `item-${index}`, title: `Number ${index}`, name: `Number ${index}` }))
  return openFakeApi({ '/books': list(buildBook), '/podcasts': list(buildPodcast), '/authors': list(buildAuthor) })
}

describe.each([
  [360, 740],
  [1440, 900],
])('at %i × %i', (width, height) => {
  test.each([
    ['/', 2, ''],
    ['/bookshop', 1, '1 book found'],
    ['/podcasts', 1, '1 episode found'],
    ['/authors', 1, ''],
    [FOUNDER, 1, ''],
    ['/programs/teen-coaching', 1, ''],
  ])('%s shows a list of one', async (path, count, line) => {
    await page.viewport(width, height)
    openLists(1)
    await openPage(path)
    await expect.poll(() => items.elements().length).toBe(count)
    if (line) await expect.element(page.getByText(line)).toBeVisible()
    expect(page.getByRole('link', { name: 'Show more' }).elements()).toEqual([])
    expect(overflows()).toBe(false)
    expect(await findViolations()).toEqual([])
  })
})
