import { beforeAll, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import {
  FILE,
  goOffline,
  openBook,
  PAGES,
  pagePath,
  picturePaths,
  readBook,
  serveBook,
  shown,
  showsPage,
  TITLE,
  textOf,
} from '#tests/support/component/book.tsx'
import lockedPdf from '#tests/support/component/locked.pdf?url'

// The import happens before the tests, since Vite compiles pdf.js on the first request, which may take longer than a test's timeout.
beforeAll(() => import('./pdf/pdf-source.client.tsx'), 60_000)

const gone = () => new Response(null, { status: 404 })
const isPicture = (call: string) => /\/pages\/\d+\/\d+\.\w+$/.test(call)
const pictures = (calls: string[]) => calls.filter(isPicture).map((call) => call.slice(pagePath('').length))
const drawn = (number: number) => shown(number, 'canvas')
const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
const next = page.getByRole('button', { name: 'Next' })
const goBack = page.getByRole('button', { name: 'Back to where you were' })

const saveData = () => vi.spyOn(navigator as unknown as { connection: object }, 'connection', 'get').mockReturnValue({ saveData: true })

describe.each([
  [360, 740, 720],
  [1440, 900, 1080],
])('in a window of %i × %i', (width, height, pixels) => {
  test('a book is displayed by page images, without requesting pdf.js or the PDF file, and subsequent pages load in advance', async () => {
    await page.viewport(width, height)
    vi.spyOn(window, 'devicePixelRatio', 'get').mockReturnValue(2)
    const worker = vi.spyOn(window, 'Worker')
    const { calls } = await serveBook()
    await readBook()
    const expected = [1, 2, 3].map((number) => `/${number}/${pixels}.avif`)
    await expect.poll(() => pictures(calls)).toEqual(expected)
    await next.click()
    await showsPage(2)
    await userEvent.keyboard('{ArrowRight}')
    await showsPage(3)
    await userEvent.keyboard('{End}')
    await showsPage(PAGES)
    expect(pictures(calls).filter((path) => path.startsWith('/2/') || path.startsWith('/3/'))).toEqual(expected.slice(1))
    expect(calls).not.toContain(FILE)
    expect(worker).not.toHaveBeenCalled()
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })

  test('a page zoomed beyond the resolution of its image is rendered by pdf.js in the same position, and resetting the zoom restores the image', {
    tags: ['full'],
  }, async () => {
    await page.viewport(width, height)
    vi.spyOn(window, 'devicePixelRatio', 'get').mockReturnValue(2)
    const { calls, answers } = await serveBook()
    const file = answers[FILE]
    const measured = Promise.withResolvers<void>()
    answers[FILE] = () => measured.promise.then(() => file)
    await readBook()
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    while ((zoomIn.element() as HTMLButtonElement).disabled === false) await zoomIn.click()
    let before = new DOMRect()
    const isAtRest = () => {
      const last = before
      before = boxOf(shown(1, 'img')[0])
      return before.width === last.width
    }
    await expect.poll(isAtRest, { interval: 500 }).toBe(true)
    measured.resolve()
    await expect.poll(() => drawn(1).length, { timeout: 15_000 }).toBe(1)
    const after = boxOf(drawn(1)[0])
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(Math.abs(after[side] - before[side])).toBeLessThan(3)
    expect(calls).toContain(FILE)
    await userEvent.keyboard('0')
    await expect.poll(() => [drawn(1).length, shown(1, 'img').length]).toEqual([0, 1])
  })
})

describe('layout of pages', () => {
  const stage = () => document.querySelector('.viewer-stage[tabindex]') as HTMLElement
  const visiblePages = () =>
    [...document.querySelectorAll<HTMLElement>('.viewer-sheet:not([data-waiting]) [data-page-number]')]
      .sort((one, other) => boxOf(one).left - boxOf(other).left)
      .map(({ dataset }) => dataset.pageNumber)
      .join(' ')
  const number = page.getByRole('button', { name: /^Pages? \d/ })

  test('a window in landscape format displays a whole page, which the wheel turns once for each movement', async () => {
    await page.viewport(1280, 800)
    await serveBook()
    await readBook()
    expect(stage().scrollHeight).toBe(stage().clientHeight)
    expect(boxOf(shown(1, 'img')[0]).height).toBeGreaterThan(stage().clientHeight - 20)
    for (const deltaY of [50, 50, 50]) stage().dispatchEvent(new WheelEvent('wheel', { deltaY }))
    await showsPage(2)
    await new Promise((resolve) => setTimeout(resolve, 300))
    stage().dispatchEvent(new WheelEvent('wheel', { deltaY: 120 }))
    await showsPage(3)
    stage().dispatchEvent(new WheelEvent('wheel', { deltaY: -120 }))
    await showsPage(2)
  })

  test('pages in their width are scrolled by the wheel, and the choice holds for the next book', async () => {
    await page.viewport(1280, 800)
    await serveBook()
    const { unmount } = await readBook()
    await page.getByRole('button', { name: 'Page layout' }).click()
    await page.getByRole('radio', { name: 'Page width' }).click()
    await expect.poll(() => stage().scrollHeight).toBeGreaterThan(stage().clientHeight + 100)
    expect(await findViolations()).toEqual([])
    stage().dispatchEvent(new WheelEvent('wheel', { deltaY: 120 }))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.element(number).toHaveAccessibleName(`Page 1 of ${PAGES}`)
    await unmount()
    await readBook()
    await expect.poll(() => stage().scrollHeight).toBeGreaterThan(stage().clientHeight + 100)
  })

  test.each([
    ['ltr', '2 3', '{ArrowRight}'],
    ['rtl', '3 2', '{ArrowLeft}'],
  ] as const)('two pages of a book in direction %s are side by side, with the cover alone', async (direction, pair, forward) => {
    await page.viewport(1280, 800)
    localStorage.setItem('readingSettings', JSON.stringify({ fit: 'pair' }))
    await serveBook({ pages: { direction } })
    await readBook()
    expect(visiblePages()).toBe('1')
    await next.click()
    await expect.poll(visiblePages).toBe(pair)
    await expect.element(number).toHaveAccessibleName(`Pages 2–3 of ${PAGES}`)
    await expect.poll(() => [shown(2, 'img').length, shown(3, 'img').length]).toEqual([1, 1])
    expect(overflows()).toBe(false)
    await userEvent.keyboard(forward)
    await expect.element(number).toHaveAccessibleName(`Pages 4–5 of ${PAGES}`)
    await userEvent.keyboard('{End}')
    await expect.element(number).toHaveAccessibleName(`Page 8 of ${PAGES}`)
    await expect.element(next).toBeDisabled()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.element(number).toHaveAccessibleName(`Pages 6–7 of ${PAGES}`)
    await page.viewport(800, 700)
    await expect.poll(visiblePages).toBe('6')
  })

  test('words of the right page of two are highlighted there, and both pages have their highlights', async () => {
    await page.viewport(1280, 800)
    localStorage.setItem('readingSettings', JSON.stringify({ fit: 'pair' }))
    await serveBook()
    await readBook()
    await next.click()
    for (const wanted of [3, 2]) {
      await expect.poll(() => document.querySelector(`[data-page-number="${wanted}"] .viewer-text > span`)).not.toBeNull()
      getSelection()?.selectAllChildren(document.querySelector(`[data-page-number="${wanted}"] .viewer-text > span`) as Element)
      await page
        .getByRole('button', { name: /^Highlight/ })
        .first()
        .click()
      await expect
        .poll(() => {
          const words = boxOf(document.querySelector(`[data-page-number="${wanted}"] .viewer-text > span`) ?? undefined)
          return [...document.querySelectorAll('.viewer-page-mark')].some((mark) => Math.abs(boxOf(mark).left - words.left) < 3)
        })
        .toBe(true)
    }
    const marks = [...document.querySelectorAll<HTMLElement>('.viewer-page-mark')]
    expect(new Set(marks.map(({ dataset }) => dataset.highlight)).size).toBe(2)
  })

  test('on a phone, pages have its width, and there is no choice', async () => {
    await page.viewport(360, 740)
    await serveBook()
    await readBook()
    await expect.element(page.getByRole('button', { name: 'Page layout' })).not.toBeInTheDocument()
    expect(boxOf(shown(1, 'img')[0]).width).toBeGreaterThan(320)
  })
})

test('the text layer is aligned with the words of the page image, and its text can be selected', async () => {
  await serveBook()
  await readBook()
  const words = page.getByText(`Page 1 of ${TITLE}`)
  await expect.element(words).toBeInTheDocument()
  const [line, paper] = [boxOf(words.element()), boxOf(shown(1, 'img')[0])]
  const points = paper.width / 300
  const [left, top, width, size] = textOf(1).runs[0] ?? []
  expect((line.x - paper.x) / points).toBeCloseTo(left ?? 0, 0)
  expect(line.width / points).toBeCloseTo(width ?? 0, 0)
  expect((line.y - paper.y) / points).toBeGreaterThan((top ?? 0) - 2)
  expect((line.bottom - paper.y) / points).toBeLessThan((top ?? 0) + (size ?? 0) + 4)
  getSelection()?.selectAllChildren(words.element())
  expect(getSelection()?.toString().trim()).toBe(`Page 1 of ${TITLE}`)
})

test('with data saving only the current page is requested', async () => {
  await page.viewport(1440, 900)
  saveData()
  const { calls } = await serveBook()
  await readBook()
  await expect.element(page.getByText(`Page 1 of ${TITLE}`)).toBeInTheDocument()
  // The test pauses for longer than the delay before subsequent pages are requested.
  await new Promise((resolve) => setTimeout(resolve, 400))
  await next.click()
  await showsPage(2)
  expect(pictures(calls)).toEqual(['/1/720.avif', '/2/720.avif'])
})

describe('when resources of a book are missing', () => {
  test('a page without an image is rendered by pdf.js, and the next page by its image', { tags: ['full'] }, async () => {
    const { answers } = await serveBook()
    for (const path of picturePaths(2)) answers[path] = gone
    await readBook()
    await next.click()
    await expect.poll(() => drawn(2).length).toBe(1)
    await next.click()
    await showsPage(3)
    expect([drawn(3).length, shown(3, 'img').length]).toEqual([0, 1])
  })

  test('a page whose image is broken is rendered by pdf.js', async () => {
    const { answers } = await serveBook()
    for (const path of picturePaths(1)) answers[path] = () => new Response('no picture', { headers: { 'content-type': 'image/avif' } })
    await readBook()
    expect([drawn(1).length, shown(1, 'img').length]).toEqual([1, 0])
  })

  test('a file without server-rendered pages is displayed by pdf.js', async () => {
    const { answers } = await serveBook()
    answers[pagePath('')] = gone
    await readBook()
    expect(document.querySelectorAll('[data-page-number] img')).toHaveLength(0)
    expect(await findViolations()).toEqual([])
  })

  test('a page that can’t be fetched says that the visitor is offline, and loads when the connection is restored', async () => {
    await serveBook()
    await readBook()
    await expect.element(page.getByText(`Page 1 of ${TITLE}`)).toBeInTheDocument()
    const goOnline = goOffline()
    await userEvent.keyboard('{End}')
    await expect.element(page.getByText('You are offline. The page appears by itself when the connection is back.')).toBeVisible()
    expect(await findViolations()).toEqual([])
    goOnline()
    await showsPage(PAGES)
  })

  test('a document that fails to load displays an error, and retrying opens it', async () => {
    const { answers } = await serveBook()
    const { [FILE]: file, [pagePath('')]: pages } = answers
    Object.assign(answers, { [FILE]: gone, [pagePath('')]: gone })
    await openBook()
    const failure = page.getByRole('alert')
    await expect.element(failure.getByText('Error loading document')).toBeVisible()
    await expect.element(failure.getByText('Please try again later')).toBeVisible()
    expect(document.querySelector('.animate-spin')).toBeNull()
    expect(await findViolations()).toEqual([])
    Object.assign(answers, { [FILE]: file, [pagePath('')]: pages })
    await failure.getByRole('button', { name: 'Try again' }).click()
    await showsPage(1)
  })
})

test('a document whose password is not given says that it needs one, and a button prompts again', async () => {
  const { answers } = await serveBook()
  Object.assign(answers, { [FILE]: await fetch(lockedPdf), [pagePath('')]: gone })
  const prompt = vi.spyOn(window, 'prompt').mockReturnValue(null)
  await openBook()
  const message = page.getByRole('alert')
  await expect.element(message.getByText('This document needs a password')).toBeVisible()
  await expect.element(page.getByText('Error loading document')).not.toBeInTheDocument()
  expect(prompt).toHaveBeenCalledExactlyOnceWith('Enter the password to open this PDF file.')
  expect(await findViolations()).toEqual([])
  expect(overflows()).toBe(false)
  prompt.mockReturnValueOnce('wrong').mockReturnValueOnce('secret')
  await message.getByRole('button', { name: 'Enter password' }).click()
  await expect.poll(() => drawn(1).length).toBe(1)
  expect(prompt.mock.calls.at(-1)).toEqual(['Invalid password. Please try again.'])
})

describe('links on a page', () => {
  const link = page.getByRole('button', { name: 'Go to page 5' })
  const out = page.getByRole('link', { name: 'example.com/window' })

  async function readLinked() {
    const { answers } = await serveBook()
    answers[pagePath('/1/text')] = textOf(1, [
      [20, 60, 200, 30, 5],
      [20, 100, 200, 30, 'https://example.com/window'],
    ])
    await readBook()
  }

  test('links lead to other pages and external sites, and a button returns to the previous page', async () => {
    await readLinked()
    await expect.element(out).toHaveAttribute('rel', expect.stringContaining('noopener'))
    expect(await findViolations()).toEqual([])
    await link.click()
    await showsPage(5)
    await expect.element(out).not.toBeInTheDocument()
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
    await goBack.click()
    await showsPage(1)
    await expect.element(goBack).not.toBeInTheDocument()
  })

  test('the phone’s Back button returns from a followed link; after four more page turns, Back closes the book', async () => {
    await readLinked()
    await link.click()
    await expect.element(goBack).toBeVisible()
    await next.click()
    await showsPage(6)
    history.back()
    await showsPage(1)
    await link.click()
    await expect.element(goBack).toBeVisible()
    for (let turn = 0; turn < 4; turn++) await page.getByRole('button', { name: 'Previous' }).click()
    await showsPage(1)
    await expect.element(goBack).not.toBeInTheDocument()
    history.back()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })
})

test('tapping the left or right side of a page turns the page, tapping the middle has no effect, and a double tap zooms', {
  tags: ['full'],
}, async () => {
  await serveBook()
  await readBook()
  const stage = () => page.getByRole('region', { name: 'Page', exact: true }).element()
  const tap = (share: number) => {
    const touch = new Touch({ identifier: 1, target: stage(), clientX: innerWidth * share, clientY: 300 })
    const finger = { changedTouches: [touch], bubbles: true, cancelable: true }
    stage().dispatchEvent(new TouchEvent('touchstart', { ...finger, touches: [touch] }))
    stage().dispatchEvent(new TouchEvent('touchend', finger))
  }
  tap(0.9)
  await showsPage(2)
  tap(0.1)
  await showsPage(1)
  tap(0.5)
  // The test pauses for longer than the time limit for the second tap of a double tap.
  await new Promise((resolve) => setTimeout(resolve, 400))
  tap(0.9)
  await showsPage(2)
  await new Promise((resolve) => setTimeout(resolve, 400))
  tap(0.9)
  tap(0.9)
  await expect.element(page.getByRole('button', { name: /^200%/ })).toBeVisible()
  await showsPage(2)
})

test('in a right-to-left book, the left side is forward: keys, taps, swipes and the order of the buttons', async () => {
  await page.viewport(360, 740)
  await serveBook({ pages: { direction: 'rtl' } })
  await readBook()
  await userEvent.keyboard('{ArrowLeft}')
  await showsPage(2)
  await userEvent.keyboard('{ArrowRight}')
  await showsPage(1)
  await userEvent.keyboard('{PageDown}')
  await showsPage(2)
  const stage = page.getByRole('region', { name: 'Page', exact: true }).element()
  /** Moves a finger over the page, from and to fractions of its width. */
  function touch(from: number, to = from) {
    const fingerAt = (share: number) => new Touch({ identifier: 1, target: stage, clientX: innerWidth * share, clientY: 300 })
    stage.dispatchEvent(new TouchEvent('touchstart', { touches: [fingerAt(from)], bubbles: true }))
    stage.dispatchEvent(new TouchEvent('touchend', { changedTouches: [fingerAt(to)], bubbles: true, cancelable: true }))
  }
  touch(0.1)
  await showsPage(3)
  touch(0.9)
  await showsPage(2)
  touch(0.4, 0.7)
  await showsPage(3)
  const leftOf = (name: string) => page.getByRole('button', { name }).element().getBoundingClientRect().left
  expect(leftOf('Next')).toBeLessThan(leftOf('Page 3 of 8'))
  expect(leftOf('Page 3 of 8')).toBeLessThan(leftOf('Previous'))
  expect(await findViolations()).toEqual([])
  expect(overflows()).toBe(false)
})

describe('highlights on page images', () => {
  const tools = page.getByRole('region', { name: 'Selected text' })
  const pageMarks = () => [...document.querySelectorAll<HTMLElement>('.viewer-page-mark')]
  const layer = () => document.querySelector('.viewer-text span')?.firstChild as Text
  async function selectWords(words: string) {
    await expect.poll(() => layer()?.data).toContain(words)
    const at = layer().data.indexOf(words)
    getSelection()?.setBaseAndExtent(layer(), at, layer(), at + words.length)
  }

  test('words of a page are highlighted where they are, also at another zoom, listed, and found in the reading view', async () => {
    await page.viewport(360, 740)
    await serveBook({ pages: { hasFlow: true } })
    await readBook()
    await selectWords('Lit Window')
    await tools.getByRole('button', { name: 'Green' }).click()
    await expect.poll(() => pageMarks().map(({ dataset }) => dataset.color)).toEqual(['green'])
    expect(getComputedStyle(pageMarks()[0] as Element).backgroundColor).toBe('rgb(207, 231, 181)')
    const distance = () => {
      const range = document.createRange()
      const at = layer().data.indexOf('Lit Window')
      range.setStart(layer(), at)
      range.setEnd(layer(), at + 10)
      const [words, mark] = [range.getBoundingClientRect(), boxOf(pageMarks()[0])]
      return Math.abs(words.left - mark.left) + Math.abs(words.right - mark.right) + Math.abs(words.top - mark.top)
    }
    expect(distance()).toBeLessThan(3)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(distance).toBeLessThan(3)
    const [stored] = JSON.parse(localStorage.getItem('highlights') ?? '[]')
    expect(stored).toMatchObject({ part: 0, page: 1, quote: 'Lit Window', before: 'Page 1 of The ', title: TITLE, color: 'green' })
    // A tap on the mark opens its tools in place of turning the page.
    const { left, top } = boxOf(pageMarks()[0])
    document
      .elementFromPoint(left + 4, top + 4)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + 4, clientY: top + 4 }))
    await expect.element(tools.getByRole('button', { name: 'Remove' })).toBeVisible()
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
    ;(tools.getByRole('button', { name: 'Remove' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await next.click()
    await showsPage(2)
    await expect.poll(() => pageMarks().length).toBe(0)
    await page.getByRole('button', { name: 'Contents and bookmarks' }).click()
    await page.getByRole('button', { name: 'Highlights and notes' }).click()
    await page.getByRole('button', { name: 'Lit Window 1' }).click()
    await showsPage(1)
    await expect.poll(() => pageMarks().length).toBe(1)
  })

  test('a highlight of the reading view is marked on the image of its page, and its code is not loaded for a book without highlights', async () => {
    const highlight = {
      id: 'one',
      book: 'book-1',
      part: 3,
      fromBlock: 1,
      fromOffset: 0,
      toBlock: 1,
      toOffset: 4,
      page: 2,
      quote: '2 of The',
      note: 'N',
    }
    localStorage.setItem('highlights', JSON.stringify([highlight]))
    await serveBook()
    await readBook()
    expect(pageMarks()).toEqual([])
    await next.click()
    await expect.poll(() => pageMarks().map(({ dataset }) => dataset.noted)).toEqual([''])
  })

  test('Enter leads from selected words to their tools, and Escape takes the selection back without closing the book', async () => {
    await serveBook()
    await readBook()
    await selectWords('Window')
    await expect.element(tools).toBeVisible()
    ;(page.getByRole('region', { name: 'Page', exact: true }).element() as HTMLElement).focus()
    await selectWords('Window')
    await userEvent.keyboard('{Enter}')
    await expect.element(tools.getByRole('button', { name: 'Highlight' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(tools).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })
})
