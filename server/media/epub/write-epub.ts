import { blockText } from '#contracts/reading/block-text.ts'
import { createZip } from './create-zip.ts'
import type { Part } from './epub-document.ts'
import { type PageStart, type PartWriter, pathOf, writePart } from './write-part.ts'
import { escapeXml, xhtml } from './write-xhtml.ts'

export type EpubPicture = { content: Uint8Array; type: string; extension: string }

/** Person who made a book, with the code of the role (https://id.loc.gov/vocabulary/relators.html) */
export type EpubPerson = { name: string; role: string }

/** Content of an EPUB to write. */
export type EpubContent = {
  /** Identifier of the publication, a URN */
  id: string
  title: string
  authors: string[]
  contributors?: EpubPerson[]
  publisher?: string
  /** ISBN of the printed book, whose pages are listed */
  isbn?: string
  series?: { name: string; position: number | null }
  language: string | null
  direction: 'ltr' | 'rtl'
  rights: string
  modified: Date
  parts: Part[]
  /** Labels of the pages of the printed book; null when pages are counted */
  labels: string[] | null
  /** Lines of a page before the text, about the book and this file */
  imprint?: { text: string; isHeading?: boolean; language?: string }[]
  cover?: EpubPicture
  accessibilitySummary?: string
}

/** Maximum size of a written EPUB, which e-readers and emails still take. */
const MAX_BYTES = 100 * 1024 * 1024
const STYLES = `body { margin: 0 5%; line-height: 1.5 }
h1, h2, h3 { line-height: 1.2 }
img { max-width: 100% }
figure { margin: 1em 0 }
pre { white-space: pre-wrap }
td, th { padding: 0.2em 0.6em 0.2em 0; text-align: start; vertical-align: top }
aside { font-size: 0.9em }
.marker { margin-inline-start: 1.5em; text-indent: -1.5em }
`
const CSS = 'styles.css'
const IMPRINT = 'text/imprint.xhtml'

/**
 * Creates an EPUB 3 at a path. The images of pictures are added first, one by one, so that memory holds one of them. Targets of links and
 * notes that are not among the parts are plain text.
 */
export function createEpub(path: string) {
  const zip = createZip(path, { maxBytes: MAX_BYTES })
  const add = (name: string, text: string) => zip.add(name, Buffer.from(text))
  const images: { id: string; path: string; type: string; properties?: string }[] = []
  const imageAt = new Map<string, string>()
  zip.add('mimetype', Buffer.from('application/epub+zip'), { isStored: true })
  add(
    'META-INF/container.xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`,
  )
  function addImage(name: string, { content, type, extension }: EpubPicture, own: { id: string; properties?: string }): string {
    const path = `images/${name}.${extension}`
    zip.add(`book/${path}`, content, { isStored: true })
    images.push({ ...own, path, type })
    return path
  }

  return {
    /** Adds the image of a picture. `block` is the 0-based index of the picture in its part. */
    addPicture: (part: number, block: number, picture: EpubPicture): void => {
      imageAt.set(`${part} ${block}`, addImage(`${part}-${block}`, picture, { id: `image-${images.length + 1}` }))
    },

    finish: (content: EpubContent): void => {
      const hasPictures = images.length > 0
      if (content.cover) addImage('cover', content.cover, { id: 'cover', properties: 'cover-image' })
      const { parts, labels, title } = content
      const writer: PartWriter = { parts, labels, imageAt: (part, block) => imageAt.get(`${part} ${block}`), marked: [] }
      if (content.imprint) add(`book/${IMPRINT}`, writeImprint(content, content.imprint))
      for (const [index, part] of parts.entries()) {
        const head = { ...content, title: titleOf(part) ?? (title || 'Text') }
        add(`book/${pathOf(index + 1)}`, xhtml(head, writePart(writer, index + 1), `../${CSS}`))
      }
      add('book/nav.xhtml', writeNav(content, writer.marked))
      add(`book/${CSS}`, STYLES)
      const items = images.map(({ id, path, type, properties }) => {
        const more = properties ? ` properties="${properties}"` : ''
        return `<item id="${id}" href="${path}" media-type="${type}"${more}/>`
      })
      add('book/package.opf', writePackage(content, items, { hasPages: writer.marked.length > 0, hasPictures }))
      zip.finish()
    },

    close: zip.close,
  }
}

function writePackage(
  content: EpubContent,
  images: string[],
  { hasPages, hasPictures }: { hasPages: boolean; hasPictures: boolean },
): string {
  const { id, title, authors, contributors = [], publisher, isbn, series, language, direction, rights, modified, parts } = content
  const features = ['tableOfContents', 'readingOrder', 'structuralNavigation', ...(hasPages ? ['pageBreakMarkers', 'pageNavigation'] : [])]
  const meta = (property: string, value: string, refines = '') =>
    `<meta property="${property}"${refines && ` refines="#${refines}"`}>${escapeXml(value)}</meta>`
  const documents = [...(content.imprint ? [{ id: 'imprint', path: IMPRINT }] : []), ...parts.map((_, index) => partItem(index + 1))]
  const metadata = [
    `<dc:identifier id="id">${escapeXml(id)}</dc:identifier>`,
    // Some shops and readers refuse a second title, such as a subtitle.
    `<dc:title>${escapeXml(title || 'Untitled')}</dc:title>`,
    ...authors.map((author) => `<dc:creator>${escapeXml(author)}</dc:creator>`),
    ...contributors.flatMap(({ name, role }, index) => [
      `<dc:contributor id="contributor-${index + 1}">${escapeXml(name)}</dc:contributor>`,
      `<meta property="role" refines="#contributor-${index + 1}" scheme="marc:relators">${role}</meta>`,
    ]),
    `<dc:language>${language ?? 'und'}</dc:language>`,
    ...(publisher ? [`<dc:publisher>${escapeXml(publisher)}</dc:publisher>`] : []),
    ...(isbn ? [`<dc:source id="printed">urn:isbn:${escapeXml(isbn)}</dc:source>`, meta('source-of', 'pagination', 'printed')] : []),
    ...(rights ? [`<dc:rights>${escapeXml(rights)}</dc:rights>`] : []),
    ...(series
      ? [
          `<meta property="belongs-to-collection" id="series">${escapeXml(series.name)}</meta>`,
          meta('collection-type', 'series', 'series'),
          ...(series.position === null ? [] : [meta('group-position', String(series.position), 'series')]),
        ]
      : []),
    // Readers of EPUB 2 find the cover by this element.
    ...(content.cover ? ['<meta name="cover" content="cover"/>'] : []),
    meta('dcterms:modified', modified.toISOString().replace(/\.\d+Z$/, 'Z')),
    meta('schema:accessMode', 'textual'),
    ...(hasPictures ? [meta('schema:accessMode', 'visual')] : []),
    meta('schema:accessModeSufficient', hasPictures ? 'textual,visual' : 'textual'),
    ...features.map((feature) => meta('schema:accessibilityFeature', feature)),
    meta('schema:accessibilityHazard', 'none'),
    ...(content.accessibilitySummary ? [meta('schema:accessibilitySummary', content.accessibilitySummary)] : []),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language ?? 'und'}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    ${metadata.join('\n    ')}
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="styles" href="${CSS}" media-type="text/css"/>
    ${[...documents.map(({ id, path }) => `<item id="${id}" href="${path}" media-type="application/xhtml+xml"/>`), ...images].join('\n    ')}
  </manifest>
  <spine${direction === 'rtl' ? ' page-progression-direction="rtl"' : ''}>
    ${documents.map(({ id }) => `<itemref idref="${id}"/>`).join('\n    ')}
  </spine>
</package>
`
}

const partItem = (number: number) => ({ id: `part-${number}`, path: pathOf(number) })

function writeImprint(content: EpubContent, lines: NonNullable<EpubContent['imprint']>): string {
  const body = lines.map(({ text, isHeading, language }) => {
    const lang = language && language !== content.language ? ` lang="${language}" xml:lang="${language}" dir="ltr"` : ''
    const tag = isHeading ? 'h1' : 'p'
    return `<${tag}${lang}>${escapeXml(text)}</${tag}>`
  })
  return xhtml(content, `<section epub:type="imprint">\n  ${body.join('\n  ')}\n  </section>`, `../${CSS}`)
}

/** Returns the title of a part, without the numbers of notes in its heading. */
function titleOf({ title, blocks }: Part): string | null {
  const heading = blocks.find((block) => block.kind === 'heading' && block.noteCalls)
  if (!title || heading?.kind !== 'heading' || !blockText(heading).startsWith(title)) return title
  const words = heading.text.map((span) => (typeof span === 'string' ? span : span[1] === 'sup' ? '' : span[0]))
  return words.join('').trim() || title
}

function writeNav(content: EpubContent, pages: PageStart[]): string {
  const { title, parts } = content
  const titled = parts.flatMap((part, index) => {
    const title = titleOf(part)
    return title ? [{ title, number: index + 1 }] : []
  })
  const entries = titled.length > 0 ? titled : [{ title: title || 'Text', number: 1 }]
  const list = (links: string[]) => `<ol>\n${links.map((link) => `      <li>${link}</li>`).join('\n')}\n    </ol>`
  const toc = entries.map(({ title, number }) => `<a href="${pathOf(number)}">${escapeXml(title)}</a>`)
  const pageLinks = pages.map(({ page, part, label }) => `<a href="${pathOf(part)}#page-${page}">${escapeXml(label)}</a>`)
  return xhtml(
    { ...content, title: title || 'Contents' },
    `<nav epub:type="toc" role="doc-toc">\n    ${list(toc)}\n  </nav>` +
      (pageLinks.length > 0 ? `\n  <nav epub:type="page-list" role="doc-pagelist" hidden="hidden">\n    ${list(pageLinks)}\n  </nav>` : ''),
  )
}
