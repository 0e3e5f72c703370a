import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { overflows } from '#tests/support/component/accessibility.ts'
import { FILE, PAGES, pagePath, serveBook, TITLE } from '#tests/support/component/book.tsx'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { describeFile } from '#web/lib/document-file.ts'
import { findBookPlace } from '#web/lib/places/book-places.ts'
import { changeSettings } from '#web/reading/viewer/book/reading-settings.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Reader } from './reader.tsx'
import './viewer.css'

const NUMBERS = Array.from({ length: PAGES }, () => null)
const EDITION = describeFile(FILE).edition
const text = page.getByRole('region', { name: 'Text', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** A paragraph on the third page, which does not begin the page */
const THIRD = { part: 1, block: 11 }
const serve = (hasFlow = true) => serveBook({ pages: { sizes: NUMBERS, hasFlow } })

/** Opens a stored document that is not printed on pages. */
function openTextDocument() {
  return render(<TextDocument />)
}

function TextDocument() {
  const [number, setNumber] = useState(1)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <Modal focusSheet overlay="" className="viewer on-dark" aria-label={TITLE} onClose={() => {}}>
      <header className="viewer-head">
        <span ref={setSlot} className="contents" />
      </header>
      <Reader
        url={`/api${FILE}`}
        file={{ edition: EDITION, label: 'Text', hasPages: false }}
        renewUrl={undefined}
        first={undefined}
        book={{
          id: 'book-1',
          position: 'book-1',
          edition: EDITION,
          title: TITLE,
          language: undefined,
          preview: undefined,
          shared: undefined,
          wordTools: {},
          download: undefined,
        }}
        toolsSlot={slot}
        startReading={false}
        page={number}
        onPage={setNumber}
        onTotal={() => {}}
        resumes
      />
    </Modal>
  )
}

test('a document without pages opens as text, whatever view the visitor chose, and nothing offers its pages', async () => {
  changeSettings({ view: 'pages' })
  const { calls } = await serve()
  openTextDocument()
  await expect.element(text.getByRole('heading', { name: 'Chapter 1', exact: true })).toBeVisible()
  await expect.element(button(`Page 1 of ${PAGES}`)).toBeVisible()
  await expect.element(button('Reading view')).not.toBeInTheDocument()
  await inEachSize(async () => expect(overflows()).toBe(false))
  await button('Contents and bookmarks').click()
  await expect.element(page.getByRole('complementary')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Pages', exact: true })).not.toBeInTheDocument()
  // The only images are those of pictures in the text.
  expect(calls.filter((url) => url.includes(FILE) && /\/text|pdf$/.test(url))).toEqual([])
})

test('a document without pages has bookmarks and a place in its text, to which it returns', async () => {
  await serve()
  const { unmount } = await openTextDocument()
  await expect.poll(scrollToThirdPage).toBeLessThan(60)
  await expect.element(button(`Page 3 of ${PAGES}`)).toBeVisible()
  await expect.poll(() => findBookPlace('book-1')?.place.text?.block).toBe(THIRD.block)
  await button('Bookmark this page').click()
  text.element().scrollTop = 0
  await expect.element(button(`Page 1 of ${PAGES}`)).toBeVisible()
  await expect.poll(() => findBookPlace('book-1')?.place.text?.block).toBe(0)
  await button('Contents and bookmarks').click()
  await page.getByRole('complementary').getByRole('list', { name: 'Bookmarks' }).getByRole('button').first().click()
  await expect.poll(fromTop).toBeLessThan(60)
  await expect.poll(() => findBookPlace('book-1')?.place.text?.block).toBe(THIRD.block)

  await unmount()
  await openTextDocument()
  await expect.poll(fromTop).toBeLessThan(60)
})

test('a document with neither pages nor text says that it can’t be opened', async () => {
  const api = await serve()
  api.answers[pagePath('/flow')] = new Response(null, { status: 404 })
  openTextDocument()
  await expect.element(page.getByText('Error loading document')).toBeVisible()
})

const thirdPage = () => document.querySelector(`[data-place="${THIRD.part}:${THIRD.block}"]`)

/** Returns the distance of the paragraph on the third page from the top of the text, in pixels. */
function fromTop(): number {
  const top = thirdPage()?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
  return Math.abs(top - text.element().getBoundingClientRect().top)
}

function scrollToThirdPage(): number {
  thirdPage()?.scrollIntoView({ behavior: 'instant' })
  return fromTop()
}
