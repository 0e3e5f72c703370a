import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openBook, serveBook, TITLE } from '#tests/support/component/book.tsx'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { breakLines, drawQuote } from './draw-quote.ts'

const SHARED = { path: '/books/the-lit-window', author: 'Ada Moyo', categories: ['Teen Coaching'] }
const tools = page.getByRole('region', { name: 'Selected text' })
const picture = page.getByRole('region', { name: 'Picture of the words' })

beforeEach(() => {
  Object.defineProperty(navigator, 'share', { configurable: true, writable: true, value: undefined })
  Object.defineProperty(navigator, 'canShare', { configurable: true, writable: true, value: undefined })
})

async function openText(props: object = {}) {
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  await serveBook({ pages: { hasFlow: true } })
  const opened = await openBook({ shared: SHARED, ...props })
  await expect.element(page.getByRole('heading', { name: 'Chapter 1', exact: true })).toBeVisible()
  return opened
}

async function selectWords() {
  const [paragraph] = document.querySelectorAll('.reading-text p')
  getSelection()?.selectAllChildren(paragraph as Element)
  await expect.element(tools).toBeVisible()
}

test('words are shared with title, author and a link to their page', async () => {
  const share = vi.fn(async (_: ShareData) => {})
  Object.assign(navigator, { share })
  await openText()
  await selectWords()
  await tools.getByRole('button', { name: 'Share' }).click()
  const [shared] = share.mock.calls[0] ?? []
  expect(shared?.text).toMatch(/^“Chapter 1, beginning 1\. [\s\S]*”\n— The Lit Window, Ada Moyo$/)
  expect(shared).toMatchObject({ title: TITLE, url: `${location.origin}/books/the-lit-window#page=1` })
})

test('without a share sheet, the words and their link are copied; a denied clipboard is said', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openText()
  await selectWords()
  await tools.getByRole('button', { name: 'Share' }).click()
  await expect.element(page.getByText('The words are copied, with their link.')).toBeVisible()
  expect(write.mock.calls[0]?.[0]).toMatch(/Ada Moyo\nhttp.*\/books\/the-lit-window#page=1$/)
  write.mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
  await tools.getByRole('button', { name: 'Share' }).click()
  await expect.element(page.getByText('This could not be shared here.')).toBeVisible()
})

test('links open words in the dictionary and the translator of the owner; without addresses there are none', async () => {
  const wordTools = {
    lookUp: 'https://dictionary.example/{language}/{words}',
    translate: 'https://translate.example/?q={words}&from={language}',
  }
  const { unmount } = await openText({ wordTools, language: 'sn' })
  const node = document.querySelector('.reading-text p')?.firstChild as Text
  const select = () => getSelection()?.setBaseAndExtent(node, 0, node, 12)
  select()
  const link = (name: string) => tools.getByRole('link', { name })
  await expect.element(link('Look up')).toHaveAttribute('href', 'https://dictionary.example/sn/Chapter%201%2C%20b')
  await expect.element(link('Translate')).toHaveAttribute('href', 'https://translate.example/?q=Chapter%201%2C%20b&from=sn')
  await expect.element(link('Translate')).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await findViolations()).toEqual([])
  await unmount()
  await openText()
  await selectWords()
  await expect.element(link('Look up')).not.toBeInTheDocument()
})

test('the contents share the page that is open', async () => {
  const share = vi.fn(async (_: ShareData) => {})
  Object.assign(navigator, { share })
  await serveBook()
  await openBook({ shared: SHARED, startPage: 4 })
  await page.getByRole('button', { name: 'Contents and bookmarks' }).click()
  await page.getByRole('button', { name: 'Share this page' }).click()
  expect(share.mock.calls[0]?.[0]).toEqual({
    title: TITLE,
    text: 'The Lit Window, Ada Moyo, page 4',
    url: `${location.origin}/books/the-lit-window#page=4`,
  })
})

test('words become a picture, which is saved where files can’t be shared, and shared where they can', async () => {
  await openText()
  await selectWords()
  await tools.getByRole('button', { name: 'Picture' }).click()
  const image = picture.getByRole('img')
  await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBe(1080)
  expect((image.element() as HTMLImageElement).naturalHeight).toBe(1350)
  await inEachSize(async () => {
    expect(overflows()).toBe(false)
    expect(await findViolations()).toEqual([])
  }, [
    { width: 320, height: 480 },
    { width: 360, height: 740 },
  ])
  await expect.element(picture.getByRole('button', { name: 'Share' })).not.toBeInTheDocument()
  const saved = Promise.withResolvers<string>()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.resolve(this.download)
  })
  await picture.getByRole('button', { name: 'Save' }).click()
  expect(await saved.promise).toBe('The Lit Window.png')

  const share = vi.fn(async (_: ShareData) => {})
  Object.assign(navigator, { share, canShare: () => true })
  await selectWords()
  await tools.getByRole('button', { name: 'Picture' }).click()
  await picture.getByRole('button', { name: 'Share' }).click()
  expect(share.mock.calls[0]?.[0]?.files?.[0]).toMatchObject({ name: 'The Lit Window.png', type: 'image/png' })
  await expect.element(picture).not.toBeInTheDocument()
})

test('a browser that gives no canvas says so', async () => {
  await openText()
  await selectWords()
  const canvas = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await tools.getByRole('button', { name: 'Picture' }).click()
  await expect.element(picture.getByRole('alert')).toHaveTextContent('This picture could not be drawn.')
  canvas.mockRestore()
  await picture.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(picture).not.toBeInTheDocument()
})

test.each([
  ['few words', 'Rest.', 'ltr'],
  ['many words', 'The lamp stood in the window. '.repeat(80), 'ltr'],
  ['words from right to left', 'السلام عليكم ورحمة الله', 'rtl'],
] as const)('a picture of %s has words inside its margins', async (_, words, direction) => {
  const bitmap = await createImageBitmap(await drawQuote({ words, title: TITLE, author: 'Ada Moyo', categories: [], direction }))
  const brush = new OffscreenCanvas(1080, 1350).getContext('2d') as OffscreenCanvasRenderingContext2D
  brush.drawImage(bitmap, 0, 0)
  const { data } = brush.getImageData(0, 0, 1080, 1350)
  const isInk = (x: number, y: number) => Math.abs((data[(y * 1080 + x) * 4] ?? 0) - (data[0] ?? 0)) > 40
  const columns = Array.from({ length: 1080 }, (__, x) => Array.from({ length: 1350 }, (___, y) => isInk(x, y)).some(Boolean))
  expect(columns.indexOf(true)).toBeGreaterThan(85)
  expect(columns.lastIndexOf(true)).toBeLessThan(995)
})

test('text without spaces is broken between characters', () => {
  const brush = { measureText: (text: string) => ({ width: text.length }) as TextMetrics }
  expect(breakLines(brush, 'a bc defghij', 4)).toEqual(['a bc', 'defg', 'hij'])
  expect(breakLines(brush, '', 4)).toEqual([])
})
