import { strToU8, type Zippable, zipSync } from 'fflate'

type EpubOptions = {
  title?: string
  language?: string
  /** Bodies of the content documents, in order */
  documents?: string[]
  /** Further elements of the package’s metadata */
  metadata?: string
  /** Lists in the navigation document; by default a table of contents of all documents */
  nav?: string
  /** Further files of the archive, by their paths */
  files?: Record<string, string | Uint8Array>
  /** Further items of the manifest */
  manifest?: string
}

const CHAPTERS = ['The seed is small.', 'The rain is late.', 'The harvest is large.']

/** Builds the archive of an EPUB 3, with one chapter for each of the documents. */
export function zipEpub({
  title = 'A Season of Rain',
  language = 'en',
  documents,
  metadata = '',
  nav,
  files = {},
  manifest = '',
}: EpubOptions = {}): Uint8Array {
  const bodies = documents ?? CHAPTERS.map((text, index) => `<h1>Chapter ${index + 1}</h1><p>${text} ${title}.</p>`)
  const list = bodies.map((_, index) => `<li><a href="c${index + 1}.xhtml">Chapter ${index + 1}</a></li>`).join('')
  const archive: Zippable = { mimetype: [strToU8('application/epub+zip'), { level: 0 }] }
  const texts: Record<string, string | Uint8Array> = {
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'EPUB/package.opf': `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:isbn:9780306406157</dc:identifier><dc:title>${title}</dc:title><dc:language>${language}</dc:language>
    <dc:creator>Rudo Moyo</dc:creator><meta property="dcterms:modified">2025-01-01T00:00:00Z</meta>${metadata}
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    ${bodies.map((_, index) => `<item id="c${index + 1}" href="c${index + 1}.xhtml" media-type="application/xhtml+xml"/>`).join('')}${manifest}
  </manifest>
  <spine>${bodies.map((_, index) => `<itemref idref="c${index + 1}"/>`).join('')}</spine>
</package>`,
    'EPUB/nav.xhtml': xhtml(nav ?? `<nav epub:type="toc"><ol>${list}</ol></nav>`),
    ...Object.fromEntries(bodies.map((body, index) => [`EPUB/c${index + 1}.xhtml`, xhtml(body)])),
    ...files,
  }
  for (const [path, content] of Object.entries(texts)) archive[path] = typeof content === 'string' ? strToU8(content) : content
  return zipSync(archive)
}

/** Builds an EPUB 3 for a form. */
export const buildEpub = (options?: EpubOptions): Blob => new Blob([new Uint8Array(zipEpub(options))], { type: 'application/epub+zip' })

const xhtml = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Chapter</title></head><body>${body}</body></html>`
