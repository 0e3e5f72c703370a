import { type ComponentProps, useState } from 'react'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PageText } from '#contracts/reading/book-pages.ts'
import type { ServedBookPages } from '#contracts/reading/book-reflow.ts'
import { PAGE_FORMATS, PAGE_WIDTHS } from '#contracts/reading/page-widths.ts'
import { DocumentViewer } from '#web/reading/viewer/shell/document-viewer.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { buildChapter, REFLOW_CONTENTS } from './book-reflow.ts'
import { type FakeApi, openFakeApi } from './fake-api.ts'

export const TITLE = 'The Lit Window'
export const PAGES = 8
/** API path of the book's file */
export const FILE = `/media/${'b'.repeat(64)}.pdf`
const WIDTH = 300
const HEIGHT = 420
const numbers = Array.from({ length: PAGES }, (_, index) => index + 1)

/** Serves a stored book: its file, page images and texts, and its reflowable text when `pages.hasFlow`. */
export async function serveBook({ pages = {} }: { pages?: Partial<ServedBookPages> } = {}): Promise<FakeApi> {
  const picture = new Response(await drawPicture())
  const served: ServedBookPages = {
    sizes: numbers.map(() => [WIDTH, HEIGHT]),
    labels: null,
    outline: [],
    hasText: true,
    hasFlow: false,
    direction: null,
    ...pages,
  }
  const answers: Record<string, unknown> = {
    [FILE]: new Response(buildPdf()),
    [pagePath('')]: served,
    [pagePath('/flow')]: REFLOW_CONTENTS,
  }
  for (const { page: first } of REFLOW_CONTENTS.parts) {
    const chapter = (first + 3) / 4
    answers[pagePath(`/flow/${chapter}`)] = { blocks: buildChapter(chapter) }
  }
  for (const number of numbers) {
    answers[pagePath(`/${number}/text`)] = textOf(number)
    for (const path of picturePaths(number)) answers[path] = picture
  }
  return openFakeApi(answers)
}

/** Returns the API path of a resource derived from the book's file. */
export const pagePath = (path: string) => `${FILE}/pages${path}`

/** Returns the API paths of a page's images in each width and format. */
export const picturePaths = (number: number) =>
  PAGE_WIDTHS.flatMap((width) => PAGE_FORMATS.map((format) => pagePath(`/${number}/${width}.${format}`)))

/** Returns the text of a page, as the server extracts it from the file. */
export function textOf(number: number, links: PageText['links'] = []): PageText {
  return { runs: [[20, 29, 112, 14, `Page ${number} of ${TITLE}`, 1]], direction: 'ltr', links }
}

/** Opens the served book and waits for its first page. */
export async function readBook(props: BookProps = {}) {
  const rendered = await openBook(props)
  await showsPage(1)
  return rendered
}

type BookProps = Partial<ComponentProps<typeof DocumentViewer>>

/** Renders the served book over a page with a button that reopens the book. */
export function openBook(props: BookProps = {}) {
  return render(<Shelf {...props} />)
}

function Shelf(props: BookProps) {
  const [open, setOpen] = useState(true)
  const onClose = () => setOpen(false)
  return (
    <main>
      <h1>Shelf</h1>
      <a href="/home">Home</a>
      <button type="button" onClick={() => setOpen(true)}>
        Read
      </button>
      {open && (
        <DocumentViewer pdfUrl={`/api${FILE}`} price={0} pdfBytes={20_000} title={TITLE} bookId={'book-1'} onClose={onClose} {...props} />
      )}
      <Toaster />
    </main>
  )
}

/** Time limit for rendering by pdf.js, in ms. Starting pdf.js and its worker takes seconds, and longer on a busy machine. */
const DRAWING_MS = 30_000

/** Waits until the viewer displays the page: a loaded image, or a rendered canvas. */
export async function showsPage(number: number): Promise<void> {
  await expect.element(page.getByRole('button', { name: new RegExp(`^Page (?:.* \\()?${number} of ${PAGES}\\)?$`) })).toBeVisible()
  await expect.poll(() => shown(number, ':is(img, canvas)').length, { timeout: DRAWING_MS }).toBeGreaterThan(0)
}

/** Simulates a lost connection until the returned function is called. */
export function goOffline(): () => void {
  const answering = window.fetch
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  window.dispatchEvent(new Event('offline'))
  return () => {
    window.fetch = answering
    online.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
}

/** Returns the visible and rendered images or canvases of a page. */
export function shown(number: number, selector: string): Element[] {
  return [...document.querySelectorAll(`[data-page-number="${number}"] ${selector}`)].filter(
    (each) => each.closest('[data-drawn]') && each.checkVisibility({ visibilityProperty: true }),
  )
}

async function drawPicture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('No canvas')
  brush.fillStyle = 'white'
  brush.fillRect(0, 0, WIDTH, HEIGHT)
  return canvas.convertToBlob({ type: 'image/webp' })
}

/** Builds a PDF whose pages contain the same texts as the served pages, at the same positions. */
function buildPdf(): Blob {
  const page = (number: number) => 2 + number * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${PAGES} /Kids [${numbers.map((number) => `${page(number)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const number of numbers) {
    const content = `BT /F1 14 Tf 20 380 Td (Page ${number} of ${TITLE}) Tj ET`
    const box = `/MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 3 0 R >> >>`
    objects.push(`<< /Type /Page /Parent 2 0 R ${box} /Contents ${page(number) + 1} 0 R >>`)
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return new Blob([`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`])
}
