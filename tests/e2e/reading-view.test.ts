import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { serveFlow } from '#tests/support/book-flow.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

const TITLE = 'The Lit Window'
const PAGES = 8
const [phone, desktop] = VIEWPORTS

let site: Site

beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: TITLE, price: '0', pdf: await buildPdf({ pages: PAGES, title: TITLE }) })
})
afterAll(() => site?.close())

async function open(page: Page) {
  await page.goto('/bookshop')
  await page.getByRole('article').filter({ hasText: TITLE }).getByRole('button', { name: 'Read', exact: true }).click()
}

async function openReadingView(page: Page) {
  await serveFlow(page)
  await open(page)
  await showsPage(page, 1, PAGES)
  await aa(page).click()
  await text(page).getByRole('heading', { name: 'Chapter 1', exact: true }).waitFor()
}

const aa = (page: Page) => page.getByRole('button', { name: 'Reading view' })
const text = (page: Page) => page.getByRole('region', { name: 'Text' })
const isOnPage = (page: Page, number: number) =>
  page.getByRole('button', { name: `Page ${number} of ${PAGES}`, exact: true }).waitFor({ timeout: 20_000 })

/** The distance of an element from the top of the text, in pixels. */
const fromTop = async (page: Page, label: string) => {
  const [box, screen] = [await text(page).getByLabel(label, { exact: true }).boundingBox(), await text(page).boundingBox()]
  return Math.round((box?.y ?? Number.NaN) - (screen?.y ?? Number.NaN))
}

/** Selects a sentence as a reader does. */
const select = (page: Page, words: string) =>
  text(page)
    .getByText(words)
    .first()
    .evaluate((element, wanted) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1
        if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
      }
    }, words)

test('the reading view opens at the page that was shown, follows what is read, and leads back to its page', async () => {
  const { page } = await site.profile(phone)
  await serveFlow(page)
  await open(page)
  await showsPage(page, 1, PAGES)
  await page.keyboard.press('ArrowRight')
  await showsPage(page, 2, PAGES)
  await aa(page).tap()
  await expect.poll(() => fromTop(page, 'Page 2')).toBeLessThan(40)
  await isOnPage(page, 2)
  await page.getByText(/minutes? left in this chapter/).waitFor()
  // Reading on: the next chapter comes by itself.
  for (let turn = 0; turn < 40 && !(await page.getByRole('button', { name: `Page 6 of ${PAGES}` }).isVisible()); turn++) {
    const before = await text(page).evaluate(({ scrollTop }) => scrollTop)
    await page.keyboard.press('PageDown')
    await expect.poll(() => text(page).evaluate(({ scrollTop }) => scrollTop)).not.toBe(before)
  }
  await isOnPage(page, 6)
  await aa(page).tap()
  await showsPage(page, 6, PAGES)
  await aa(page).tap()
  await isOnPage(page, 6)
  await page.getByRole('button', { name: `Page 6 of ${PAGES}` }).tap()
  await page.locator('input[name=page]').fill('3')
  await page.keyboard.press('Enter')
  await expect.poll(() => fromTop(page, 'Page 3')).toBeLessThan(60)
  await isOnPage(page, 3)
})

test('type and colours are remembered, and the place stays when they change', async () => {
  const { page } = await site.profile(phone)
  await openReadingView(page)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  const topWords = () =>
    text(page).evaluate((stage) => {
      const box = stage.getBoundingClientRect()
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + 20)
      return at?.closest('[data-place]')?.getAttribute('data-place')
    })
  await expect.poll(topWords).not.toBe('1:0')
  const before = await topWords()
  await page.getByRole('button', { name: 'Text settings' }).tap()
  for (const name of ['Largest', 'Wide', 'Sans', 'Night']) await page.getByRole('radio', { name, exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Back to the page' }).tap()
  await expect.poll(topWords).toBe(before)
  expect(await findBarriers(page)).toEqual([])
  await page.reload()
  await open(page)
  // Without pressing Aa.
  await text(page).getByRole('heading', { name: 'Chapter 1', exact: true }).waitFor()
  expect(await text(page).evaluate((stage) => getComputedStyle(stage).backgroundColor)).toBe('rgb(20, 24, 31)')
  expect(
    await text(page)
      .getByText('A wick')
      .evaluate((item) => getComputedStyle(item).fontSize),
  ).toBe('31px')
})

test('a highlight with a note is marked, listed, saved as a text, and removed', async () => {
  const { page } = await site.profile(desktop)
  await openReadingView(page)
  await select(page, 'beginning 2')
  await page.getByRole('region', { name: 'Selected text' }).getByRole('button', { name: 'Note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask Rudo about the road')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const mark = text(page).locator('mark')
  await expect.poll(() => mark.allTextContents()).toEqual(['beginning 2'])
  await page.getByRole('button', { name: 'Highlights and notes' }).click()
  const panel = page.getByRole('complementary', { name: 'Highlights and notes' })
  await panel.getByText('Ask Rudo about the road').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Save as text' }).click()])
  expect(download.suggestedFilename()).toBe('The Lit Window highlights.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe(
    'Highlights in The Lit Window\n\nPage 1\n“beginning 2”\nNote: Ask Rudo about the road\n',
  )
  await page.keyboard.press('Escape')
  await mark.first().click()
  await page.getByRole('region', { name: 'Selected text' }).getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => mark.count()).toBe(0)
})

test('by keyboard alone the view is reached and read, in every size of window', async () => {
  const { page } = await site.profile(desktop)
  await serveFlow(page)
  await open(page)
  await showsPage(page, 1, PAGES)
  await aa(page).focus()
  await page.keyboard.press('Enter')
  await text(page).getByRole('heading', { name: 'Chapter 1', level: 3, exact: true }).waitFor()
  expect(await text(page).getByRole('heading', { level: 4 }).first().textContent()).toBe('Chapter 1, its second half')
  expect(await text(page).getByRole('listitem').allTextContents()).toContain('A wick')
  await text(page).getByRole('img', { name: 'Picture on page 3' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await isOnPage(page, 8)
  await page.keyboard.press('g')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await isOnPage(page, 5)
  // The page is known before it is scrolled to, and what the next key does would be undone.
  const chapter = text(page).getByRole('heading', { name: 'Chapter 2', exact: true })
  await expect.poll(async () => Math.abs((await chapter.boundingBox())?.y ?? Number.NaN)).toBeLessThan(120)
  await page.keyboard.press('PageUp')
  const before = text(page).getByText('Chapter 1, last page 10')
  // What is selected begins at the place that is scrolled to, which is noted a frame after.
  await expect.poll(() => before.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.keyboard.press('h')
  const selection = () => page.evaluate(() => getSelection()?.toString() ?? '')
  await expect.poll(selection).toMatch(/\.$/)
  const sentence = await selection()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await selection()).length).toBeLessThan(sentence.length)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('region', { name: 'Selected text' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await text(page).locator('mark').first().waitFor()
  await page.keyboard.press('h')
  await expect.poll(selection).not.toBe('')
  await page.keyboard.press('Escape')
  await expect.poll(selection).toBe('')
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    expect(await text(page).evaluate((stage) => stage.scrollWidth <= stage.clientWidth)).toBe(true)
  }, [{ width: 320, height: 640 }, ...VIEWPORTS])
})

test('an entry of the contents leads to its chapter, and the focus goes with it', async () => {
  const { page } = await site.profile(phone)
  await openReadingView(page)
  await page.keyboard.press('PageDown')
  const entry = text(page).getByRole('link', { name: 'Its second half 2' }).first()
  expect(Math.round((await entry.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44)
  const address = page.url()
  await entry.tap()
  await isOnPage(page, 2)
  const heading = text(page).getByRole('heading', { name: 'Chapter 1, its second half' })
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await fromTop(page, 'Page 2')).toBeLessThan(40)
  expect(page.url()).toBe(address)
})

test('the number of a note leads to the note in a chapter that is not there yet, and the note back, by finger and by keyboard', async () => {
  const { page } = await site.profile(phone)
  await openReadingView(page)
  const number = text(page).getByRole('link', { name: 'Note 1', exact: true })
  const back = text(page).getByRole('link', { name: 'Back from note 1 to the text' })
  const note = text(page).getByText('The note.').last()
  const isFocused = (element: typeof note) => expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)
  const tapArea = await number.evaluate((link) => {
    const { x, y, width, height } = link.getBoundingClientRect()
    return [-12, 12].every((away) => document.elementFromPoint(x + width / 2 + away, y + height / 2 + away) === link)
  })
  expect(tapArea).toBe(true)
  await number.tap()
  await isOnPage(page, 8)
  await isFocused(note)
  expect(await note.getAttribute('role')).toBe('doc-footnote')
  expect(await findBarriers(page)).toEqual([])
  const size = await back.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(36)
  await back.tap()
  await isOnPage(page, 1)
  await isFocused(number)
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await isFocused(note)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await isFocused(number)
  // As the phone’s Back leads, too. The note’s own link back leaves no place to go back to.
  expect(await page.getByRole('button', { name: 'Back to where you were' }).count()).toBe(0)
  await number.tap()
  await isFocused(note)
  await page.goBack()
  await isFocused(number)
  await isOnPage(page, 1)
  // The number of the second chapter has no note of its own.
  await page.keyboard.press('End')
  await isOnPage(page, 8)
  expect([await text(page).locator('sup').count(), await number.count()]).toEqual([2, 1])
})

test('a part that can’t be fetched says so and comes after the connection; the voice is silent when the book closes', async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.addInitScript(() => {
    // With Save-Data the next part is not there before it is asked for.
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    const log: string[] = []
    const voices = [{ lang: 'en-GB', localService: true, name: 'Test' }]
    Object.defineProperty(window, 'speechSynthesis', {
      value: Object.assign(new EventTarget(), {
        getVoices: () => voices,
        speak: (said: { text: string }) => log.push(said.text),
        cancel: () => log.push('silence'),
      }),
    })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      value: class extends EventTarget {
        text: string
        constructor(text: string) {
          super()
          this.text = text
        }
      },
    })
    Object.assign(window, { said: log })
  })
  await openReadingView(page)
  await page.getByRole('button', { name: 'Read aloud' }).tap()
  await expect.poll(() => text(page).locator('mark').allTextContents()).toEqual(['Chapter 1'])
  await context.setOffline(true)
  // What a test answers itself would be answered all the same.
  const fail = (route: Route) => route.abort('internetdisconnected')
  await page.route('**/*.pdf/pages/flow/2', fail)
  await page.keyboard.press('End')
  await page.getByText('You are offline. The page appears by itself when the connection is back.').waitFor()
  await page.unroute('**/*.pdf/pages/flow/2', fail)
  await context.setOffline(false)
  await text(page).getByRole('heading', { name: 'Chapter 2', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect.poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.at(-1))).toBe('silence')
})

test('what is searched for is marked in the text, and a hit in a chapter that is not there yet is scrolled to', async () => {
  const { page } = await site.profile(phone)
  await openReadingView(page)
  const hits = [3, 7].map((number) => ({ page: number, text: ['', 'third', ' page'] }))
  await page.route('**/pages/search?q=third', (route) => route.fulfill({ json: { hits, total: 2, isComplete: true } }))
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Words to find' }).waitFor()
  await page.keyboard.type('third')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Page 7' }).tap()
  await isOnPage(page, 7)
  await page.getByRole('region', { name: 'Hits' }).getByText('2 of 2').waitFor()
  const seen = () =>
    text(page).evaluate((stage) => {
      const { top, bottom } = stage.getBoundingClientRect()
      const ranges = [...(CSS.highlights.get('viewer-found') ?? [])].filter((range) => range instanceof Range)
      return ranges
        .filter((range) => range.getBoundingClientRect().top >= top && range.getBoundingClientRect().bottom <= bottom)
        .map(String)
    })
  await expect.poll(async () => (await seen())[0]).toBe('third')
  expect(await findBarriers(page)).toEqual([])
})
