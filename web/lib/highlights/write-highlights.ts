import { downloadName } from '#contracts/common/download-name.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { COLOR_NAMES, colorOf, type Highlight } from './stored-highlights.ts'

/** Highlights of a book for export. `place` is the page, or says that the edition doesn't contain the words. */
export type ExportedBook = { title: string; entries: { highlight: Highlight; place: string }[] }

/** Formats highlights with their notes as plain text. */
export function toText(books: ExportedBook[]): string {
  const texts = books.map(({ title, entries }) =>
    [
      `Highlights in ${title}`,
      ...entries.map(({ highlight: { quote, note }, place }) =>
        [place, `“${quote.trim()}”`, note && `Note: ${note.trim()}`].filter(Boolean).join('\n'),
      ),
    ].join('\n\n'),
  )
  return `${texts.join('\n\n\n')}\n`
}

/** Formats highlights with their notes as Markdown: a heading for each book, and a block quotation for each highlight. */
export function toMarkdown(books: ExportedBook[]): string {
  const texts = books.map(({ title, entries }) =>
    [
      `# ${escapeMarkdown(title)}`,
      ...entries.map(({ highlight, place }) =>
        [
          toQuotation(highlight.quote),
          `— ${escapeMarkdown(place)} (${COLOR_NAMES[colorOf(highlight)].toLowerCase()})`,
          highlight.note && escapeMarkdown(highlight.note.trim()),
        ]
          .filter(Boolean)
          .join('\n\n'),
      ),
    ].join('\n\n'),
  )
  return `${texts.join('\n\n')}\n`
}

const toQuotation = (quote: string) =>
  quote
    .trim()
    .split('\n')
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n>\n')

/** Escapes characters that Markdown would read as markup, also at the beginning of a line, and removes spaces there. */
const escapeMarkdown = (text: string) =>
  text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
        .replace(/^(\d{0,9})([-+.)])(?=\s)/, '$1\\$2'),
    )
    .join('\n')

/** Formats highlights as a page without scripts. `toPrint` has the browser print it. */
export function toPage(books: ExportedBook[]): string {
  const sections = books.map(
    ({ title, entries }) =>
      `<h1>${escapeHtml(title)}</h1>${entries
        .map(
          ({ highlight, place }) =>
            `<blockquote data-color="${colorOf(highlight)}"><p>${escapeHtml(highlight.quote.trim()).replaceAll('\n', '</p><p>')}</p>` +
            `<footer>${escapeHtml(place)} · ${COLOR_NAMES[colorOf(highlight)]}</footer></blockquote>` +
            `${highlight.note ? `<p class="note">${escapeHtml(highlight.note.trim())}</p>` : ''}`,
        )
        .join('')}`,
  )
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(nameOf(books))}</title><style>${STYLE}</style></head><body>${sections.join('')}</body></html>`
}

const STYLE = `body{font:12pt/1.5 Georgia,serif;margin:2cm auto;max-width:34em;padding:0 1em;color:#1d2430}
h1{font-size:16pt;margin:1.5em 0 .5em;break-after:avoid}
blockquote{margin:1em 0 .5em;padding-left:1em;border-left:4px solid #e0b040;break-inside:avoid}
blockquote p{margin:0 0 .4em}blockquote footer{color:#555;font:10pt sans-serif}.note{margin:0 0 1em 1.3em;white-space:pre-wrap;overflow-wrap:anywhere}
[data-color=green]{border-color:#5d9b3d}[data-color=blue]{border-color:#3f86bd}[data-color=pink]{border-color:#cf5a7b}[data-color=purple]{border-color:#8a63c4}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

const nameOf = (books: ExportedBook[]) => (books.length === 1 ? `${books[0]?.title} highlights` : 'Highlights')

export function saveText(books: ExportedBook[]): void {
  saveFile(new Blob([toText(books)], { type: 'text/plain;charset=utf-8' }), downloadName(nameOf(books), '.txt'))
}

export function saveMarkdown(books: ExportedBook[]): void {
  saveFile(new Blob([toMarkdown(books)], { type: 'text/markdown;charset=utf-8' }), downloadName(nameOf(books), '.md'))
}

/** Prints highlights from an invisible frame, so that the page that is open stays as it is. */
export function print(books: ExportedBook[]): void {
  const frame = document.createElement('iframe')
  // A frame that is not displayed would be printed empty by some browsers.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' })
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  frame.srcdoc = toPage(books)
  frame.addEventListener('load', () => {
    const view = frame.contentWindow
    view?.addEventListener('afterprint', () => frame.remove())
    view?.print?.()
  })
  document.body.append(frame)
}
