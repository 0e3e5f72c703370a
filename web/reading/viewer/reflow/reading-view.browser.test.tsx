import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { goOffline, openBook, PAGES, pagePath, readBook, serveBook, showsPage, TITLE } from '#tests/support/component/book.tsx'
import { buildChapter } from '#tests/support/component/book-reflow.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { shareSound } from '#web/lib/one-sound.ts'
import { lineAt, offsetBelow } from './dom-text.ts'

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

const aa = page.getByRole('button', { name: 'Reading view' })
const text = page.getByRole('region', { name: 'Text', exact: true })
const firstChapter = text.getByRole('heading', { name: 'Chapter 1', exact: true })
const secondChapter = text.getByRole('heading', { name: 'Chapter 2', exact: true })
const selectedText = page.getByRole('region', { name: 'Selected text' })
const pageButton = (number: number) => page.getByRole('button', { name: `Page ${number} of ${PAGES}`, exact: true })
const isOnPage = (number: number) => expect.element(pageButton(number)).toBeVisible()
const stage = () => text.element() as HTMLElement
const marks = () => [...stage().querySelectorAll('mark')].map(({ textContent }) => textContent)
const selection = () => getSelection()?.toString() ?? ''

/** Returns the distance of the beginning of a page from the top of the scroll container, in pixels. */
const fromTop = (label: string) => {
  const place = text.getByLabelText(label, { exact: true }).query()
  return place ? Math.round(place.getBoundingClientRect().top - stage().getBoundingClientRect().top) : Number.NaN
}

async function serve() {
  return serveBook({ pages: { hasFlow: true } })
}

async function readText() {
  const api = await serve()
  const { unmount } = await readBook()
  await aa.click()
  await expect.element(firstChapter).toBeVisible()
  return { ...api, unmount }
}

/** Selects words, as a visitor would. */
function select(words: string) {
  const texts = document.createTreeWalker(stage(), NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1
    if (at >= 0) return getSelection()?.setBaseAndExtent(node, at, node, at + words.length)
  }
}

/** Calls a function after the text was scrolled to a target, but before the browser dispatches the scroll event. */
function afterNextJump(act: () => void) {
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop') as PropertyDescriptor
  const text = stage()
  Object.defineProperty(text, 'scrollTop', {
    configurable: true,
    get,
    set: (top) => {
      Reflect.deleteProperty(text, 'scrollTop')
      set?.call(text, top)
      queueMicrotask(act)
    },
  })
}

test('the reading view opens at the current page, and scrolling in it changes the page to which the page view returns', async () => {
  await page.viewport(360, 740)
  await serve()
  await readBook()
  await userEvent.keyboard('{ArrowRight}')
  await showsPage(2)
  await aa.click()
  await expect.poll(() => fromTop('Page 2')).toBeLessThan(40)
  await isOnPage(2)
  await expect.element(page.getByText(/minutes? left in this chapter/)).toBeVisible()
  // Scrolling to the end of a chapter loads the next chapter automatically.
  for (let turn = 0; turn < 40 && !pageButton(6).query(); turn++) {
    const before = stage().scrollTop
    await userEvent.keyboard('{PageDown}')
    await expect.poll(() => stage().scrollTop).not.toBe(before)
  }
  await isOnPage(6)
  await aa.click()
  await showsPage(6)
  await aa.click()
  await isOnPage(6)
  await pageButton(6).click()
  await userEvent.keyboard('3{Enter}')
  await expect.poll(() => fromTop('Page 3')).toBeLessThan(60)
  await isOnPage(3)
})

test('typeface and colors are stored, and changing them preserves the reading position', async () => {
  await page.viewport(360, 740)
  const { unmount } = await readText()
  await userEvent.keyboard('{PageDown}{PageDown}')
  const topWords = () => {
    const { left, top, width } = stage().getBoundingClientRect()
    return document
      .elementFromPoint(left + width / 2, top + 20)
      ?.closest('[data-place]')
      ?.getAttribute('data-place')
  }
  await expect.poll(topWords).not.toBe('1:0')
  const before = topWords()
  await page.getByRole('button', { name: 'Text settings' }).click()
  for (const name of ['Largest', 'Wide', 'Sans', 'Night', 'Narrow', 'Justified'])
    await page.getByRole('radio', { name, exact: true }).click({ force: true })
  await page.getByRole('button', { name: 'Back to the page' }).click()
  await expect.poll(topWords).toBe(before)
  expect(await findViolations()).toEqual([])
  await unmount()
  // The stored setting opens the reading view, without a click on the button Aa.
  await openBook()
  await expect.element(firstChapter).toBeInTheDocument()
  expect(getComputedStyle(stage()).backgroundColor).toBe('rgb(20, 24, 31)')
  expect(getComputedStyle(text.getByText('A wick').first().element()).fontSize).toBe('31px')
})

test('Previous and Next go to the previous and the next screen, and are disabled at the ends of the book', async () => {
  await page.viewport(360, 740)
  await readText()
  const previous = page.getByRole('button', { name: 'Previous', exact: true })
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await expect.element(previous).toBeDisabled()
  await next.click()
  const screen = stage().clientHeight
  await expect.poll(() => stage().scrollTop).toBeGreaterThan(screen * 0.8)
  expect(stage().scrollTop).toBeLessThan(screen)
  await previous.click()
  await expect.poll(() => stage().scrollTop).toBeLessThan(screen * 0.2)
  await userEvent.keyboard('{End}')
  await isOnPage(PAGES)
  for (let turn = 0; turn < 30 && !next.element().matches(':disabled'); turn++) {
    const before = stage().scrollTop
    // A locator would wait until a disabled button is enabled.
    ;(next.element() as HTMLElement).click()
    await expect.poll(() => stage().scrollTop !== before || next.element().matches(':disabled')).toBe(true)
  }
  await expect.element(next).toBeDisabled()
  await expect.element(text).toHaveFocus()
  await inEachSize(async () => {
    expect(overflows()).toBe(false)
    const texts = [...document.querySelectorAll('.viewer-turn > :not(.viewer-unfold)')].map((each) => each.getBoundingClientRect())
    expect(Math.max(...texts.map(({ top }) => top)) - Math.min(...texts.map(({ top }) => top))).toBeLessThan(20)
  }, SIZES)
})

describe('the offer of the reading view on a small screen', () => {
  const offer = page.getByRole('button', { name: 'Easier to read: larger text' })
  async function serveText(letters: number) {
    const api = await serveBook({ pages: { hasFlow: true } })
    const runs = [[20, 29, 260, 14, 'The lamp stood in the window. '.repeat(20).slice(0, letters), 1]]
    api.answers[pagePath('/1/text')] = { runs, direction: 'ltr', links: [] }
  }

  test('appears with a page of text, opens the reading view, and does not come again', async () => {
    await page.viewport(360, 740)
    await serveText(500)
    const { unmount } = await readBook()
    await offer.click()
    await expect.element(firstChapter).toBeVisible()
    await aa.click()
    await showsPage(1)
    await expect.element(offer).not.toBeInTheDocument()
    await unmount()
    await readBook()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.element(offer).not.toBeInTheDocument()
  })

  test('can be declined, which is remembered', async () => {
    await page.viewport(360, 740)
    await serveText(500)
    await readBook()
    await expect.element(offer).toBeVisible()
    expect(await findViolations()).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(offer).not.toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('readingSettings') ?? '{}')).toEqual({ view: 'pages' })
  })

  test.each([
    ['a page with few words, such as a cover', 40, 360],
    ['a wide window', 500, 1440],
  ])('is not made on %s', async (_, letters, width) => {
    await page.viewport(width, 740)
    await serveText(letters)
    await readBook()
    await expect.poll(() => document.querySelector('.viewer-text')?.textContent).toContain('The lamp')
    await expect.element(offer).not.toBeInTheDocument()
  })
})

const letters = () => getComputedStyle(stage().querySelector('p') as Element)

test.each([
  ['Literata', 'Literata'],
  ['Atkinson', 'Atkinson Hyperlegible'],
  ['For dyslexia', 'Dyslexia'],
])('the font %s is loaded when it is chosen', async (name, family) => {
  await page.viewport(360, 740)
  await readText()
  const face = () => [...document.fonts].find((each) => each.family.replaceAll('"', '') === family)
  expect(face()?.status).toBe('unloaded')
  await page.getByRole('button', { name: 'Text settings' }).click()
  await page.getByRole('radio', { name, exact: true }).click({ force: true })
  await expect.poll(() => face()?.status).toBe('loaded')
  expect(letters().fontFamily).toContain(family)
})

test('alignment, hyphenation, margins and black are set for this book only, until the choice is taken back', async () => {
  await page.viewport(1440, 900)
  const { unmount } = await readText()
  const width = () => stage().querySelector('.reading-text')?.clientWidth ?? 0
  const [before, hyphens] = [width(), letters().hyphens]
  await page.getByRole('button', { name: 'Text settings' }).click()
  const own = page.getByRole('checkbox', { name: 'For this book only' })
  await own.click()
  for (const [group, name] of [
    ['Alignment', 'Justified'],
    ['Hyphenation', 'Off'],
    ['Margins', 'Broad'],
    ['Colors', 'Black'],
  ] as const)
    await page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).click({ force: true })
  await expect.poll(width).toBeLessThan(before)
  expect([letters().textAlign, hyphens, letters().hyphens]).toEqual(['justify', 'auto', 'manual'])
  await expect.poll(() => getComputedStyle(stage()).backgroundColor).toBe('rgb(0, 0, 0)')
  expect(await findViolations()).toEqual([])
  await unmount()
  await openBook({ bookId: 'book-2' })
  await expect.element(firstChapter).toBeInTheDocument()
  expect(letters().textAlign).toBe('start')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await openBook()
  await expect.poll(() => letters().textAlign).toBe('justify')
  await page.getByRole('button', { name: 'Text settings' }).click()
  await own.click()
  await expect.poll(() => letters().textAlign).toBe('start')
})

test.each([
  [320, 480],
  [568, 320],
  [740, 360],
])('the text settings leave text in sight and scroll to their last one in a window of %i × %i', async (width, height) => {
  await page.viewport(width, height)
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  await serve()
  await openBook()
  await expect.element(firstChapter).toBeVisible()
  const settings = page.getByRole('button', { name: 'Text settings' })
  if (height < 480) await page.getByRole('button', { name: 'More controls' }).click()
  await settings.click()
  const panel = page.getByRole('complementary', { name: 'Text settings' })
  const box = (await panel.findElement()).getBoundingClientRect()
  const covered = (box.width * box.height) / (width * height)
  expect(covered).toBeLessThan(0.7)
  const own = page.getByRole('checkbox', { name: 'For this book only' })
  own.element().scrollIntoView({ block: 'nearest' })
  await own.click()
  await expect.element(own).toBeChecked()
  expect(overflows()).toBe(false)
})

test('a highlight has a color with a name and an underline, which is chosen and changed in its tools', async () => {
  await page.viewport(360, 740)
  await readText()
  select('beginning 2')
  await selectedText.getByRole('button', { name: 'Blue' }).click()
  await expect.poll(marks).toEqual(['beginning 2'])
  const mark = () => stage().querySelector('mark') as Element
  expect(getComputedStyle(mark()).textDecorationStyle).toBe('double')
  ;(mark() as HTMLElement).click()
  await expect.element(selectedText.getByRole('button', { name: 'Blue' })).toHaveAttribute('aria-pressed', 'true')
  expect(await findViolations()).toEqual([])
  await selectedText.getByRole('button', { name: 'Green' }).click()
  await expect.poll(() => getComputedStyle(mark()).textDecorationStyle).toBe('solid')
  // The next highlight has the color of the last one.
  select('in italics')
  await selectedText.getByRole('button', { name: 'Highlight', exact: true }).click()
  await expect.poll(() => [...stage().querySelectorAll('mark')].map(({ dataset }) => dataset.color)).toEqual(['green', 'green'])
  await page.getByRole('button', { name: 'Highlights and notes' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'in italics' }).getByText('Green')).toBeVisible()
})

test('a highlight with a note is marked in the text, listed in the panel, exported as text, and deleted', async () => {
  await page.viewport(1440, 900)
  await readText()
  select('beginning 2')
  await selectedText.getByRole('button', { name: 'Note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask Rudo about the road')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(marks).toEqual(['beginning 2'])
  await page.getByRole('button', { name: 'Highlights and notes' }).click()
  const panel = page.getByRole('complementary', { name: 'Highlights and notes' })
  await expect.element(panel.getByText('Ask Rudo about the road')).toBeVisible()
  expect(await findViolations()).toEqual([])
  const files = vi.spyOn(URL, 'createObjectURL')
  const saved = Promise.withResolvers<string>()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.resolve(this.download)
  })
  await panel.getByRole('button', { name: 'Save as text' }).click()
  expect(await saved.promise).toBe('The Lit Window highlights.txt')
  const file = files.mock.calls.map(([saving]) => saving as Blob).find(({ type }) => type.startsWith('text/plain'))
  expect(await file?.text()).toBe(`Highlights in ${TITLE}\n\nPage 1\n“beginning 2”\nNote: Ask Rudo about the road\n`)
  await userEvent.keyboard('{Escape}')
  await page.elementLocator(stage().querySelector('mark') as HTMLElement).click()
  await selectedText.getByRole('button', { name: 'Note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask Rudo about the hill')
  // A tap in the text discards no note.
  await text.getByText(/Chapter 1, beginning 1/).click({ position: { x: 5, y: 5 } })
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask Rudo about the hill')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.elementLocator(stage().querySelector('mark') as HTMLElement).click()
  await selectedText.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(marks).toEqual([])
})

test('the first sentence selected by keyboard is the topmost visible one, even within a long paragraph and right after a jump', async () => {
  await page.viewport(360, 740)
  await readText()
  const paragraph = () => text.getByText(/Chapter 1, third page/).element()
  const isAtTop = (words: RegExp) => {
    expect(selection()).toMatch(words)
    const { top } = (getSelection() as Selection).getRangeAt(0).getBoundingClientRect()
    const below = top - stage().getBoundingClientRect().top
    expect(below).toBeGreaterThan(0)
    // Only a partly visible sentence may be above the selected one, and the longest sentence takes five lines.
    expect(below).toBeLessThan(150)
  }
  const scrolled = async (scroll: () => void) => {
    scroll()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  await scrolled(() => paragraph().scrollIntoView())
  await scrolled(() => stage().scrollBy(0, paragraph().getBoundingClientRect().height / 2))
  await userEvent.keyboard('h')
  // Sentences with a number alternate with sentences about the lamp. The browser's line breaks decide which of them is at the top.
  isAtTop(/third page [4-9]\.|^The lamp stood/)
  getSelection()?.removeAllRanges()
  await page.getByRole('button', { name: /^Page \d of/ }).click()
  await userEvent.keyboard('1')
  afterNextJump(() => paragraph().scrollIntoView())
  await userEvent.keyboard('{Enter}')
  await isOnPage(3)
  await userEvent.keyboard('h')
  isAtTop(/third page 1\./)
})

test('the reading view can be opened and used by keyboard alone, and is accessible at every window size', async () => {
  await page.viewport(1440, 900)
  await serve()
  await readBook()
  ;(aa.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(text.getByRole('heading', { name: 'Chapter 1', level: 3, exact: true })).toBeVisible()
  expect(stage().querySelector('h4')?.textContent).toBe('Chapter 1, its second half')
  expect([...stage().querySelectorAll('li')].map(({ textContent }) => textContent)).toContain('A wick')
  await expect.element(text.getByRole('img', { name: 'Picture on page 3' })).toBeInTheDocument()
  await userEvent.keyboard('{Tab}{End}')
  await isOnPage(8)
  await userEvent.keyboard('g')
  await expect.element(page.getByRole('textbox', { name: 'Page' })).toHaveFocus()
  await userEvent.keyboard('5{Enter}')
  await isOnPage(5)
  // The test waits for scrolling, since the page number updates earlier, and scrolling by the next key would be undone.
  await expect.poll(() => Math.abs(secondChapter.element().getBoundingClientRect().top)).toBeLessThan(120)
  await userEvent.keyboard('{PageUp}')
  const before = text.getByText(/Chapter 1, last page 10/).element()
  await expect.poll(() => before.getBoundingClientRect().top).toBeGreaterThan(0)
  await userEvent.keyboard('h')
  await expect.poll(selection).toMatch(/\.$/)
  const sentence = selection()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => selection().length).toBeLessThan(sentence.length)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(selectedText).toBeVisible()
  await expect.element(page.getByText('Text selected. Press Enter for its buttons.')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(selectedText.getByRole('button', { name: 'Highlight' })).toHaveFocus()
  expect(marks()).toEqual([])
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(selectedText.getByRole('button', { name: 'Copy' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(selectedText).not.toBeInTheDocument()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('h')
  await expect.element(selectedText).toBeVisible()
  // The test reads the selection only now, since a font that loads late shifts the text by several lines.
  const marked = selection()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(marks).toEqual([marked])
  // Highlighting the same sentence again must not store it twice.
  await userEvent.keyboard('h')
  await expect.element(page.getByText('Text selected, highlighted already. Press Enter for its buttons.')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}{Tab}')
  await expect.element(selectedText.getByRole('button', { name: 'Note' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus()
  await userEvent.keyboard('Mine{Tab}{Enter}')
  await expect.element(text).toHaveFocus()
  const stored = JSON.parse(localStorage.getItem('highlights') ?? '[]') as { quote: string; note: string }[]
  expect(stored.map(({ quote, note }) => [quote, note])).toEqual([[marked, 'Mine']])
  await userEvent.keyboard('h')
  await expect.poll(selection).not.toBe('')
  await userEvent.keyboard('{Escape}')
  await expect.poll(selection).toBe('')
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
    expect(stage().scrollWidth).toBeLessThanOrEqual(stage().clientWidth)
  }, SIZES)
})

test('the focus stays on the button while a selection that was just changed by keyboard is read', async () => {
  await page.viewport(360, 740)
  await readText()
  await expect.element(text.getByText(/Chapter 1, beginning 1/)).toBeVisible()
  await userEvent.keyboard('h')
  await expect.element(selectedText).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(selectedText.getByRole('button', { name: 'Highlight' })).toHaveFocus()
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(selectedText.getByRole('button', { name: 'Highlight' })).toHaveFocus()
  const marked = selection()
  await userEvent.keyboard('{Enter}')
  await expect.poll(marks).toEqual([marked])
})

test('a link in the table of contents scrolls to the chapter and moves the focus to its heading', async () => {
  await page.viewport(360, 740)
  await readText()
  await userEvent.keyboard('{PageDown}')
  const entry = text.getByRole('link', { name: 'Its second half 2' }).first()
  expect(Math.round(entry.element().getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
  const address = location.href
  await entry.click()
  await isOnPage(2)
  await expect.element(text.getByRole('heading', { name: 'Chapter 1, its second half' })).toHaveFocus()
  expect(fromTop('Page 2')).toBeLessThan(40)
  expect(location.href).toBe(address)
})

test('a note reference leads to a note in a chapter that is not loaded yet, and the note links back to the reference, by touch and keyboard', async () => {
  await page.viewport(360, 740)
  await readText()
  const number = text.getByRole('link', { name: 'Note 1', exact: true })
  const back = text.getByRole('link', { name: 'Back from note 1 to the text' })
  const note = text.getByText(/The note\.$/).last()
  const link = number.element()
  const { x, y, width, height } = link.getBoundingClientRect()
  for (const away of [-12, 12]) expect(document.elementFromPoint(x + width / 2 + away, y + height / 2 + away)).toBe(link)
  await number.click()
  await isOnPage(8)
  await expect.element(note).toHaveFocus()
  await expect.element(note).toHaveAttribute('role', 'doc-footnote')
  expect(await findViolations()).toEqual([])
  const size = back.element().getBoundingClientRect()
  expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(36)
  await back.click()
  await isOnPage(1)
  await expect.element(number).toHaveFocus()
  expect(await findViolations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('{Enter}')
  await expect.element(number).toHaveFocus()
  // The phone’s Back button also returns from a note. The note’s own link back clears the position to return to.
  expect(page.getByRole('button', { name: 'Back to where you were' }).elements()).toEqual([])
  await number.click()
  await expect.element(note).toHaveFocus()
  history.back()
  await expect.element(number).toHaveFocus()
  await isOnPage(1)
  // The reference in the second chapter has no matching note.
  await userEvent.keyboard('{End}')
  await isOnPage(8)
  expect([stage().querySelectorAll('sup').length, number.elements().length]).toEqual([2, 1])
})

test('a part of the text that can’t be fetched displays an error and loads once the connection is restored', async () => {
  await page.viewport(360, 740)
  // Save-Data disables prefetching of the next part.
  vi.spyOn(navigator as unknown as { connection: object }, 'connection', 'get').mockReturnValue({ saveData: true })
  await readText()
  const goOnline = goOffline()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText('You are offline. The page appears by itself when the connection is back.')).toBeVisible()
  expect(await findViolations()).toEqual([])
  goOnline()
  await expect.element(secondChapter).toBeVisible()
})

describe('reading aloud', () => {
  /** Replaces the voices of the browser. Returns the texts that were said, and `silence` for each stop. */
  function fakeVoices(...languages: string[]): string[] {
    const said: string[] = []
    const voices = languages.map((lang, index) => ({ lang, localService: true, name: `Voice ${index}`, voiceURI: `voice-${index}` }))
    const speak = (utterance: { text: string }) => {
      said.push(utterance.text)
      spoken.push(utterance as SpeechSynthesisUtterance)
    }
    const cancel = () => said.push('silence')
    const synthesis = Object.assign(new EventTarget(), { getVoices: () => voices, speak, cancel, resume: () => {} })
    vi.spyOn(window, 'speechSynthesis', 'get').mockReturnValue(synthesis as unknown as SpeechSynthesis)
    class Utterance extends EventTarget {
      readonly text: string
      constructor(words: string) {
        super()
        this.text = words
      }
    }
    vi.spyOn(window, 'SpeechSynthesisUtterance').mockImplementation(Utterance as unknown as typeof SpeechSynthesisUtterance)
    return said
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const spoken: SpeechSynthesisUtterance[] = []

  test('speed and voice are chosen among voices of the language of the book, and stay', async () => {
    fakeVoices('en-GB', 'de-DE', 'en-ZA')
    const { unmount } = await readText()
    await button('Text settings').click()
    const voice = page.getByRole('combobox', { name: 'Voice' })
    expect([...(voice.element() as HTMLSelectElement).options].map(({ text: name }) => name)).toEqual(['Voice 0', 'Voice 2'])
    await voice.selectOptions('Voice 2')
    await page.getByRole('combobox', { name: 'Speed' }).selectOptions('1.5×')
    expect(await findViolations()).toEqual([])
    await unmount()
    await openBook()
    await button('Read aloud').click()
    await expect.poll(() => spoken.at(-1)).toMatchObject({ text: 'Chapter 1', rate: 1.5, voice: { voiceURI: 'voice-2' } })
  })

  test('reading pauses after the chosen minutes', async () => {
    const said = fakeVoices('en-GB')
    await readText()
    await button('Text settings').click()
    await page.getByRole('combobox', { name: 'Pause' }).selectOptions('After 20 minutes')
    await button('Back to the page').click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await button('Read aloud').click()
    await expect.poll(() => said.at(-1)).toBe('Chapter 1')
    for (let turn = 0; turn < 19 * 6; turn++) {
      spoken.at(-1)?.dispatchEvent(new Event('end'))
      await vi.advanceTimersByTimeAsync(10_000)
    }
    await expect.element(button('Pause reading aloud')).toBeVisible()
    for (let turn = 0; turn < 6; turn++) {
      spoken.at(-1)?.dispatchEvent(new Event('end'))
      await vi.advanceTimersByTimeAsync(10_000)
    }
    await expect.element(page.getByText('Reading aloud paused after 20 minutes.')).toBeVisible()
    await expect.element(button('Continue reading aloud')).toBeVisible()
  })

  test('the sentence being read aloud is highlighted, and speech stops when the book closes', async () => {
    const said = fakeVoices('en-GB')
    await readText()
    await button('Read aloud').click()
    await expect.poll(() => said.at(-1)).toBe('Chapter 1')
    await expect.poll(marks).toEqual(['Chapter 1'])
    await button('Close').click()
    await expect.poll(() => said.at(-1)).toBe('silence')
  })

  test('a voice and a recording pause each other', async () => {
    const said = fakeVoices('en-GB')
    const pauseRecording = vi.fn()
    const recording = shareSound(pauseRecording)
    onTestFinished(recording.release)
    await readText()
    await button('Read aloud').click()
    await expect.poll(() => said.at(-1)).toBe('Chapter 1')
    expect(pauseRecording).toHaveBeenCalledTimes(1)
    recording.begin()
    await expect.element(button('Continue reading aloud')).toBeVisible()
    expect(said.at(-1)).toBe('silence')
    await button('Continue reading aloud').click()
    await expect.poll(() => said.at(-1)).toBe('Chapter 1')
    expect(pauseRecording).toHaveBeenCalledTimes(2)
  })

  test('no voice of another language reads; a notice names the language', async () => {
    const said = fakeVoices('sn-ZW', 'de-DE')
    await readText()
    await button('Read aloud').click()
    await expect.element(page.getByText('This device has no voice that speaks English. Its settings may offer one.')).toBeVisible()
    await expect.element(button('Read aloud')).toBeVisible()
    expect(said.filter((words) => words !== 'silence')).toEqual([])
  })

  test('a voice that neither speaks nor fails is paused after a while, and Continue repeats the sentence', async () => {
    const said = fakeVoices('en-GB')
    await readText()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await button('Read aloud').click()
    await expect.poll(() => said.at(-1)).toBe('Chapter 1')
    await vi.advanceTimersByTimeAsync(15_000)
    await expect.element(page.getByText('The voice stopped. Continue repeats the sentence.')).toBeVisible()
    await button('Continue reading aloud').click()
    await expect.poll(() => said.at(-1)).toBe('Chapter 1')
  })
})

test('search hits are highlighted in the text, and a hit in a chapter that is not loaded yet is scrolled into view', async () => {
  await page.viewport(360, 740)
  const { answers } = await readText()
  const hits = [3, 7].map((number) => ({ page: number, count: 1, text: ['', 'third', ' page'] }))
  answers[pagePath('/search')] = { hits, total: 2, isComplete: true }
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox', { name: 'Words to find' })).toHaveFocus()
  await userEvent.keyboard('third{Enter}')
  await page.getByRole('button', { name: /^Page 7/ }).click()
  await isOnPage(7)
  await expect.element(page.getByRole('region', { name: 'Search results' }).getByText('2 of 2')).toBeVisible()
  const seen = () => {
    const { top, bottom } = stage().getBoundingClientRect()
    return [...(CSS.highlights.get('viewer-found') ?? [])]
      .filter((range) => range instanceof Range)
      .filter((range) => range.getBoundingClientRect().top >= top && range.getBoundingClientRect().bottom <= bottom)
      .map(String)
  }
  await expect.poll(() => seen()[0]).toBe('third')
  expect(await findViolations()).toEqual([])
})

/** Opens the book in the reading view, with a place stored in the middle of the long paragraph of page 1. */
async function openAtPlace() {
  await page.viewport(360, 740)
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  const place = { part: 1, block: 3, offset: 420, page: 1 }
  localStorage.setItem('readingPlaces', JSON.stringify([{ book: 'book-1', ...place }]))
  await serve()
  const rendered = await openBook()
  await opensAtPlace()
  return rendered
}
async function opensAtPlace() {
  await expect.poll(() => document.querySelector('[data-place="1:3"]')).not.toBeNull()
  await expect.poll(() => firstWords() === LONG.slice(lineStart(420), lineStart(420) + 12)).toBe(true)
}
const LONG = (buildChapter(1)[3] as { text: string[] }).text.join('')

/** Returns the offset at which the line with a character of the long paragraph begins. */
function lineStart(offset: number): number {
  const block = stage().querySelector('[data-place="1:3"]') as Element
  let start = offset
  while (start > 0 && lineAt(block, start - 1).top === lineAt(block, offset).top) start--
  return start
}

/** Returns the first words of the first line that is visible by half. */
function firstWords(): string {
  const block = stage().querySelector('[data-place="1:3"]')
  if (!block) return ''
  return LONG.slice(offsetBelow(block, stage().getBoundingClientRect().top + 14)).slice(0, 12)
}
const storedPlaces = () => localStorage.getItem('readingPositions')

test('a book opens on the line where reading stopped, and nothing is stored before the reader moves', async () => {
  const { unmount } = await openAtPlace()
  await page.viewport(740, 360)
  await page.viewport(360, 740)
  window.dispatchEvent(new Event('pagehide'))
  await unmount()
  expect(storedPlaces()).toBeNull()
  expect(localStorage.getItem('readingPlaces')).not.toBeNull()
  await openBook()
  await opensAtPlace()
  await userEvent.keyboard('{PageDown}')
  await expect.poll(storedPlaces).not.toBeNull()
  expect(localStorage.getItem('readingPlaces')).toBeNull()
  const [place] = JSON.parse(storedPlaces() ?? '[]')
  expect(place).toMatchObject({ book: 'book-1', text: { words: expect.stringMatching(/\w/) } })
})

test('a reader who goes to the first page and leaves before its text is loaded continues there', async () => {
  vi.spyOn(navigator as unknown as { connection: object }, 'connection', 'get').mockReturnValue({ saveData: true })
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  localStorage.setItem('readingPlaces', JSON.stringify([{ book: 'book-1', part: 2, block: 2, offset: 0, page: 6 }]))
  await serve()
  await openBook()
  await isOnPage(6)
  await userEvent.keyboard('{PageDown}')
  await expect.poll(storedPlaces).not.toBeNull()
  const goOnline = goOffline()
  await userEvent.keyboard('{Home}')
  await isOnPage(1)
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.parse(storedPlaces() ?? '[]')[0]).toMatchObject({ book: 'book-1', text: { part: 1, block: 0 } })
  goOnline()
})

test('a notice leads back to the start of a book that opened where reading stopped, and from there to the same line', async () => {
  await openAtPlace()
  const line = firstWords()
  await page.getByRole('button', { name: 'Back to the start' }).click()
  await expect.poll(() => stage().scrollTop).toBeLessThan(40)
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await expect.poll(firstWords).toBe(line)
})

test('the first word stays the same through turns of the phone, resizing, other letters and late fonts, and none of them is stored', async () => {
  await openAtPlace()
  const line = firstWords()
  const letters = document.querySelector('.reading-text') as HTMLElement
  const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  for (let turn = 0; turn < 5; turn++) {
    await page.viewport(740, 360)
    await settled()
    await page.viewport(turn % 2 ? 500 : 320, 640)
    await settled()
    // A font that loads late, and text enlarged by the browser, change the letters without an event of the window.
    letters.style.fontSize = '26px'
    await settled()
    letters.style.letterSpacing = '0.06em'
    await settled()
    letters.removeAttribute('style')
    await page.viewport(360, 740)
    await settled()
  }
  await expect.poll(firstWords).toBe(line)
  expect(storedPlaces()).toBeNull()
})
