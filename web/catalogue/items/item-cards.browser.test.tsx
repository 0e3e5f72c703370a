import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Picture } from '#contracts/catalogue/item.ts'
import { FILE, serveBook, showsPage } from '#tests/support/component/book.tsx'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const LONG = 'A year of small disciplines, told by somebody who failed at most of them and kept the rest. '.repeat(6).trim()
const DESKTOP = 1440
const SOUND = new URL('../../../demo/files/audio/when-silence-is-the-answer.mp3', import.meta.url).href
const COVER = new URL('../../../site/art/home-tall-480.webp', import.meta.url).href
const cover: Picture = { width: 600, height: 900, placeholder: '', sources: [{ type: 'image/webp', width: 600, path: COVER }] }

const card = (title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

async function serveItems() {
  const api = await serveBook()
  const pdfUrl = FILE.slice('/media/'.length)
  Object.assign(api.answers, {
    '/owned-items': { items: [] },
    '/books': [
      buildBook({ id: 'free', title: 'A free book', description: LONG, pdfUrl, cover, coverImageUrl: COVER }),
      buildBook({
        id: 'priced',
        title: 'A priced book',
        description: 'Small disciplines.',
        price: 4.5,
        pdfUrl,
        cover,
        coverImageUrl: COVER,
      }),
    ],
    '/podcasts': [
      buildPodcast({ id: 'free', title: 'A free episode', description: LONG, cover: { ...cover, height: 600 }, coverImage: COVER }),
      buildPodcast({
        id: 'priced',
        title: 'A priced episode',
        description: 'On finishing.',
        price: 1.25,
        duration: '45:30',
        cover: { ...cover, height: 600 },
        coverImage: COVER,
      }),
    ],
  })
  return api
}

const LISTS = [
  {
    path: '/bookshop',
    title: 'A free book',
    cover: 'View Book',
    button: 'Read',
    ratio: 2 / 3,
    lines: 2,
    priced: 'A priced book',
    texts: ['Tapiwa Gumbo', 'Small disciplines.', '$4.50'],
  },
  {
    path: '/podcasts',
    title: 'A free episode',
    cover: 'Play Episode',
    button: 'Listen',
    ratio: 1,
    lines: 3,
    priced: 'A priced episode',
    texts: ['Ruvimbo Chikomo', 'On finishing.', '45:30', '$1.25'],
  },
]

describe.each([360, DESKTOP])('%i wide', (width) => {
  test.each(LISTS)('the card of an item on $path has the required cover aspect ratio, line clamp, buttons and price', async (list) => {
    await page.viewport(width, 900)
    await serveItems()
    await openPage(list.path)
    const one = card(list.title)
    const over = one.getByRole('button', { name: new RegExp(`^${list.cover} `) })
    await expect.element(over).toBeInTheDocument()
    // The button over the cover covers the entire cover image.
    const box = over.element().getBoundingClientRect()
    expect(box.width / box.height).toBeCloseTo(list.ratio, 2)
    const description = one.getByText(LONG).element()
    const { webkitLineClamp, lineHeight, paddingTop, paddingBottom } = getComputedStyle(description)
    expect(webkitLineClamp).toBe(String(list.lines))
    const height = description.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
    expect(height / Number.parseFloat(lineHeight)).toBeCloseTo(list.lines, 1)
    await expect.element(one.getByRole('button', { name: `${list.button} ${list.title}` })).toBeVisible()
    // The label “Free” has a color that prices never have.
    const color = (of: string, text: string) => getComputedStyle(card(of).getByText(text, { exact: true }).element()).color
    expect(color(list.priced, list.texts.at(-1) ?? '')).not.toBe(color(list.title, 'Free'))
    if (width !== DESKTOP) return
    const words = () => getComputedStyle(over.getByText(list.cover).element()).opacity
    const picture = over.element().parentElement?.querySelector('img')
    expect(words()).toBe('0')
    await over.hover()
    await expect.poll(words).toBe('1')
    await expect.poll(() => picture?.getBoundingClientRect().width).toBeGreaterThan(box.width * 1.02)
  })
})

test.each(LISTS)('a card on $path shows its cover, title, author or host, description, price or Free, and its length', async (list) => {
  await serveItems()
  await openPage(list.path)
  const one = card(list.priced)
  for (const text of list.texts) await expect.element(one.getByText(text, { exact: true })).toBeVisible()
  const image = one.getByRole('img', { name: `Cover of ${list.priced}` })
  await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
  await expect.element(card(list.title).getByText('Free', { exact: true })).toBeVisible()
})

describe('when a visitor opens an item', () => {
  test('a failed or invalid response to the access check is reported and opens nothing', async () => {
    const { answers } = await serveItems()
    await openPage('/bookshop')
    const book = card('A free book')
    const buttons = [book.getByRole('button', { name: /^View Book\b/ }), book.getByRole('button', { name: /^Read\b(?! aloud)/ })]
    const enabled = () => buttons.map((each) => !(each.element() as HTMLButtonElement).disabled)
    for (const [answer, error] of [
      [Response.json({}, { status: 500 }), ''],
      [{ action: 'foo bar' }, 'Not a URL: foo bar'],
      [{}, 'Not a URL'],
    ] as const) {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      answers['/get-next-action'] = () => promise
      await buttons[1]?.click()
      await expect.element(book.getByText('Verifying access...')).toBeVisible()
      expect(book.element().querySelector('.animate-spin')?.checkVisibility()).toBe(true)
      expect(enabled()).toEqual([false, false])
      resolve(answer)
      await expect.element(page.getByText('Failed to determine next action, retry.').first()).toBeVisible()
      await expect.element(book.getByText('Verifying access...')).not.toBeInTheDocument()
      expect(enabled()).toEqual([true, true])
      expect(page.getByRole('dialog').elements()).toEqual([])
      expect(takeErrors()).toEqual([expect.stringContaining(error)])
    }
  })

  test('in a preview, a free book opens with its signed URL, and a priced book displays a note that it can be bought once published', async () => {
    const { answers, calls } = await serveItems()
    const pdfUrl = `${FILE.slice('/media/'.length)}?grant=signed`
    const draft = buildBook({ slug: 'draft', title: 'A draft', state: 'draft', pdfUrl, cover, coverImageUrl: COVER })
    Object.assign(answers, { '/books/draft': draft, '/authors': [] })
    const { unmount } = await openPage('/books/draft')
    await page
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .first()
      .click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => calls.some((call) => call.startsWith('/media/') && call.includes('grant=signed'))).toBe(true)
    expect(calls).not.toContain('/get-next-action')
    await unmount()
    answers['/books/draft'] = { ...draft, price: 4.5, pdfUrl: FILE.slice('/media/'.length) }
    answers['/get-next-action'] = Response.json({ status: 404, code: 'not_found', title: 'No book' }, { status: 404 })
    await openPage('/books/draft')
    await page.getByRole('button', { name: 'Get this book for $4.50' }).click()
    await expect.element(page.getByText('This is a preview. Visitors can buy the book when it is published.').first()).toBeVisible()
    expect(takeErrors()).toEqual([expect.stringContaining('No book')])
  })

  test.each([
    ['/bookshop', 'A free book', 'Read', 'A priced book'],
    ['/podcasts', 'A free episode', 'Listen', 'A priced episode'],
  ])('an item chosen on %s while the list is being filtered is opened', async (path, title, button, other) => {
    const { answers } = await serveItems()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    answers['/get-next-action'] = () => promise
    await openPage(path)
    const read = card(title).getByRole('button', { name: `${button} ${title}` })
    await expect.element(read).toBeVisible()
    const list = path === '/bookshop' ? '/books' : '/podcasts'
    answers[list] = [(answers[list] as object[])[0]]
    await page.getByRole('searchbox').fill('free')
    await read.click()
    await expect.element(card(other)).not.toBeInTheDocument()
    await expect.element(read).toBeDisabled()
    resolve({ action: 'view' })
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  test('a purchased item is viewed or played without a download link', { tags: ['full'] }, async () => {
    const { answers } = await serveItems()
    const dialog = page.getByRole('dialog')
    const links = () =>
      dialog
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'))
    answers['/get-next-action'] = { action: 'view', url: `/api${FILE}` }
    const { unmount } = await openPage('/bookshop')
    await card('A priced book')
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await showsPage(1)
    expect(links()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await card('A free book')
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await showsPage(1)
    expect(links()).toEqual([expect.stringMatching(`/api${FILE}$`)])
    await unmount()

    answers['/get-next-action'] = { action: 'view', url: SOUND }
    await openPage('/podcasts')
    for (const [title, expected] of [
      ['A priced episode', []],
      ['A free episode', [SOUND]],
    ] as const) {
      await card(title)
        .getByRole('button', { name: /^Listen\b/ })
        .click()
      await expect.element(page.getByRole('dialog', { name: 'Now Playing' }).getByText(title)).toBeVisible()
      await expect.poll(() => document.querySelector('audio')?.played.length).toBeGreaterThan(0)
      expect(links()).toEqual(expected)
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog).not.toBeInTheDocument()
    }
  })
})

/** A screen reader lists the buttons of a page without the headings beside them. */
test.each(['/', '/bookshop', '/podcasts', '/authors', '/books-by-ruvimbo-chikomo', '/programs/teen-coaching'])(
  'the accessible name of each button of a card in %s ends with the title of the item',
  async (path) => {
    const api = await serveItems()
    api.answers['/authors'] = [buildAuthor({ id: 'one', name: 'Rudo Moyo' }), buildAuthor({ id: 'two', name: 'Farai Dube' })]
    await openPage(path)
    await expect.element(page.getByRole('article').first()).toBeVisible()
    for (const one of page.getByRole('article').all()) {
      const title = one.element().querySelector('h2, h3, h4')?.textContent ?? ''
      for (const button of one.getByRole('button').elements()) expect(nameOf(button)).toMatch(new RegExp(`^\\S.* ${title}$`))
    }
  },
)

/** Returns the accessible name of a button from its label or its text. */
function nameOf(button: Element): string {
  const ids = button.getAttribute('aria-labelledby')?.split(' ')
  const parts = ids ? ids.map((id) => document.getElementById(id)) : [button]
  return parts.map((part) => part?.textContent?.trim()).join(' ')
}
