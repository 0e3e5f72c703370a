import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'
import { LIST_SHAPES, PAGED_LISTS } from '#tests/support/list-shapes.ts'

const FOUNDER = '/books-by-ruvimbo-chikomo'
const CURSOR = '24.00000000-0000-0000-0000-000000000000'
// Items are selected by CSS, because queries by role take seconds on a long page.
const items = () => [...document.querySelectorAll('main article:has(button)')]
const link = (text: string) => [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((each) => each.textContent === text)
const failures = page.getByText(/The list could not be loaded/)

const failure = () => Response.json({}, { status: 503 })

function openLists(count: number) {
  const list = <Item,>(build: (changes: object) => Item) =>
    Array.from({ length: count }, (_, index) => build({ id: `item-${index}`, title: `Number ${index}`, name: `Number ${index}` }))
  return openFakeApi({ '/books': list(buildBook), '/podcasts': list(buildPodcast), '/authors': list(buildAuthor) })
}

/** The element count is polled, because other matchers serialize the long page after each attempt, which takes seconds. */
const appears = (text: string) => expect.poll(() => page.getByText(text).elements().length).toBe(1)

async function press(name: string) {
  link(name)?.focus()
  await userEvent.keyboard('{Enter}')
}

test.each([
  ['/', 2, ''],
  ['/bookshop', 1, '1 book found'],
  ['/podcasts', 1, '1 episode found'],
  ['/authors', 1, ''],
  [FOUNDER, 1, ''],
  ['/programs/teen-coaching', 1, ''],
])('%s renders a list of one item', async (path, count, line) => {
  openLists(1)
  await openPage(path)
  await expect.poll(() => items().length).toBe(count)
  await inEachSize(async () => {
    if (line) await expect.element(page.getByText(line)).toBeVisible()
    expect(link('Show more')).toBeUndefined()
    expect(overflows()).toBe(false)
    expect(await findViolations()).toEqual([])
  })
})

describe.each([
  ['/', undefined, ['The shelf is being filled', 'The microphone is warming up']],
  ['/bookshop', '0 books found', ['The shelf is being filled']],
  ['/podcasts', '0 episodes found', ['The microphone is warming up']],
  ['/authors', undefined, ['Our authors are still writing']],
  [FOUNDER, undefined, ['The shelf is being filled']],
  ['/programs/teen-coaching', undefined, ['The first episodes are being prepared']],
])('on %s', (path, line, words) => {
  test('an empty list announces that items will follow', async () => {
    openLists(0)
    await openPage(path)
    await inEachSize(async () => {
      for (const text of line ? [line, ...words] : words) await expect.element(page.getByText(text)).toBeVisible()
      expect(failures.elements()).toEqual([])
      expect(items()).toEqual([])
      expect(overflows()).toBe(false)
      expect(await findViolations()).toEqual([])
    })
  })

  test('a list that fails to load displays an error without a count, and the error is logged', async () => {
    openFakeApi({ '/books': failure, '/podcasts': failure, '/authors': failure })
    await openPage(path)
    await expect.poll(() => failures.elements().length).toBe(words.length)
    await inEachSize(async () => {
      for (const text of line ? [line, ...words] : words) expect(page.getByText(text).elements()).toEqual([])
      expect(items()).toEqual([])
      expect(overflows()).toBe(false)
      expect(await findViolations()).toEqual([])
    })
    expect(takeErrors()).toEqual(words.map(() => expect.stringContaining('ApiError')))
  })

  test('long and non-Latin names, and covers that fail to load, do not break the layout', { tags: ['full'] }, async () => {
    openFakeApi({
      '/books': LIST_SHAPES.odd([buildBook()]),
      '/podcasts': LIST_SHAPES.odd([buildPodcast()]),
      '/authors': LIST_SHAPES.odd([buildAuthor()]),
    })
    await openPage(path)
    await expect.poll(() => items().length).toBeGreaterThan(3)
    await inEachSize(async ({ width }) => {
      expect(await findViolations()).toEqual([])
      expect(overflows()).toBe(false)
      for (const item of items()) {
        const { left, right } = item.getBoundingClientRect()
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(width)
      }
    })
  })
})

test.each(PAGED_LISTS)(
  '%s loads further pages on request and moves focus to the first of the new items',
  { tags: ['full'] },
  async (path, size) => {
    const total = size * 2.5
    openLists(total)
    await openPage(path)
    const line = { '/bookshop': `${total} books found`, '/podcasts': `${total} episodes found` }[path as string]
    if (line) await appears(line)
    // The viewport alternates between phone and desktop size.
    for (const [shown, [width, height]] of [
      [size, [360, 740]],
      [2 * size, [1440, 900]],
    ] as const) {
      await page.viewport(width, height)
      await appears(`${shown} of ${total} shown`)
      expect(items().length).toBe(shown)
      await press('Show more')
      await expect.poll(() => items().length).toBe(Math.min(shown + size, total))
      await expect.poll(() => items()[shown]?.contains(document.activeElement)).toBe(true)
    }
    await inEachSize(() => {
      expect(link('Show more')).toBeUndefined()
      expect(overflows()).toBe(false)
    })
  },
)

test.each(['/bookshop', '/podcasts'])(
  'when all requests fail, a search on %s displays an error and preserves the search text',
  async (path) => {
    const { fail } = openLists(3)
    await openPage(path)
    await expect.poll(() => items().length).toBe(3)
    fail(true)
    const field = page.getByRole('searchbox').first()
    await field.fill('Number 1')
    await expect.element(failures).toBeVisible()
    await expect.element(field).toHaveValue('Number 1')
    expect(takeErrors().every((error) => error.includes('ApiError'))).toBe(true)
  },
)

test('a next page that fails to load displays an error, and a retry adds the page to the list', async () => {
  const { answers } = openLists(100)
  await openPage('/bookshop')
  await appears('24 of 100 shown')
  const { '/books': books } = answers
  answers['/books'] = failure
  await press('Show more')
  await appears('The next items could not be loaded.')
  await expect.element(page.getByRole('link', { name: 'Try again' })).toHaveFocus()
  expect(await findViolations()).toEqual([])
  expect(takeErrors()).toEqual([expect.stringContaining('ApiError')])
  answers['/books'] = books
  await press('Try again')
  await expect.poll(() => items().length).toBe(48)
})

test.each([
  ['/bookshop', 'Back to the first books'],
  ['/podcasts', 'Back to the first episodes'],
  ['/authors', 'Back to the first authors'],
])('a later page of %s does not count the items before it, and links to the first page', async (path, back) => {
  openLists(100)
  await openPage(`${path}?cursor=${CURSOR}`)
  const first = () => items()[0]?.querySelector('h3')?.textContent
  await expect.poll(first).toBe('Number 24')
  expect(link('Show more')?.getAttribute('href')).toBe(`${path}?cursor=${CURSOR.replace('24', '48')}`)
  expect(page.getByText(/of 100 shown/).elements()).toEqual([])
  link(back)?.click()
  await expect.poll(first).toBe('Number 0')
  await appears('24 of 100 shown')
  expect(link('Show more')?.getAttribute('href')).toBe(`${path}?cursor=${CURSOR}`)
})
