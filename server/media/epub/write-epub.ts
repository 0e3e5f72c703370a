import { strToU8, type Zippable, zipSync } from 'fflate'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import type { Epub } from './read-epub.ts'

type Parts = Epub['reflow']['parts']
type TextBlock = Exclude<ReflowBlock, { kind: 'picture' }>
export type EpubPicture = { content: Uint8Array; type: string; extension: string }

/** Content of an EPUB to write. */
export type EpubContent = {
  /** Identifier of the publication, a URN */
  id: string
  title: string
  authors: string[]
  language: string | null
  direction: 'ltr' | 'rtl'
  rights: string
  modified: Date
  parts: Parts
  /** Labels of the pages of the printed book; null when pages are counted */
  labels: string[] | null
  /** Images by part and block, such as `2 14` */
  pictures: Map<string, EpubPicture>
}

const NAMESPACES = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
const STYLES = `body { margin: 0 5%; line-height: 1.5 }
h1, h2, h3 { line-height: 1.2 }
img { max-width: 100% }
pre { white-space: pre-wrap }
td, th { padding: 0.2em 0.6em 0.2em 0; text-align: start; vertical-align: top }
aside { font-size: 0.9em }
.marker { margin-inline-start: 1.5em; text-indent: -1.5em }
`
/** Entries of the archive have a fixed time, so that the same content is the same file. */
const TIME = new Date(1980, 0, 1)

/** Writes an EPUB 3. Targets of links and notes that are not among the parts are plain text. */
export function writeEpub(content: EpubContent): Uint8Array {
  const { parts, pictures, labels } = content
  const files: Zippable = { mimetype: [strToU8('application/epub+zip'), { level: 0 }] }
  const add = (path: string, text: string) => {
    files[path] = strToU8(text)
  }
  add(
    'META-INF/container.xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`,
  )
  const images = [...pictures.entries()].map(([place, picture]) => ({
    ...picture,
    place,
    path: `images/${place.replace(' ', '-')}.${picture.extension}`,
  }))
  for (const { path, content: bytes } of images) files[`book/${path}`] = [bytes, { level: 0 }]
  const imageAt = new Map(images.map(({ place, path }) => [place, path]))
  for (const [index, part] of parts.entries()) add(`book/${pathOf(index + 1)}`, writePart(content, part, index + 1, imageAt))
  add('book/nav.xhtml', writeNav(content))
  add('book/styles.css', STYLES)
  const items = [
    ...parts.map((_, index) => `<item id="part-${index + 1}" href="${pathOf(index + 1)}" media-type="application/xhtml+xml"/>`),
    ...images.map(({ path, type }, index) => `<item id="image-${index + 1}" href="${path}" media-type="${type}"/>`),
  ]
  add('book/package.opf', writePackage(content, items, { hasPages: labels !== null, hasImages: images.length > 0 }))
  return zipSync(files, { mtime: TIME, level: 6 })
}

const pathOf = (part: number) => `text/part-${part}.xhtml`
const idOf = (block: number) => `b${block}`

function writePackage(
  { id, title, authors, language, direction, rights, modified, parts }: EpubContent,
  items: string[],
  { hasPages, hasImages }: { hasPages: boolean; hasImages: boolean },
): string {
  const features = ['tableOfContents', 'readingOrder', 'structuralNavigation', ...(hasPages ? ['pageBreakMarkers', 'pageNavigation'] : [])]
  const meta = (property: string, value: string) => `<meta property="${property}">${escapeXml(value)}</meta>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language ?? 'und'}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">${escapeXml(id)}</dc:identifier>
    <dc:title>${escapeXml(title || 'Untitled')}</dc:title>
    ${authors.map((author) => `<dc:creator>${escapeXml(author)}</dc:creator>`).join('\n    ')}
    <dc:language>${language ?? 'und'}</dc:language>
    ${rights ? `<dc:rights>${escapeXml(rights)}</dc:rights>` : ''}
    ${meta('dcterms:modified', modified.toISOString().replace(/\.\d+Z$/, 'Z'))}
    ${meta('schema:accessMode', 'textual')}
    ${hasImages ? meta('schema:accessMode', 'visual') : ''}
    ${features.map((feature) => meta('schema:accessibilityFeature', feature)).join('\n    ')}
    ${meta('schema:accessibilityHazard', 'none')}
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="styles" href="styles.css" media-type="text/css"/>
    ${items.join('\n    ')}
  </manifest>
  <spine${direction === 'rtl' ? ' page-progression-direction="rtl"' : ''}>
    ${parts.map((_, index) => `<itemref idref="part-${index + 1}"/>`).join('\n    ')}
  </spine>
</package>
`
}

function writeNav({ title, language, direction, parts, labels }: EpubContent): string {
  const titled = parts.flatMap((part, index) => (part.title ? [{ title: part.title, number: index + 1 }] : []))
  const entries = titled.length > 0 ? titled : [{ title: title || 'Text', number: 1 }]
  const pages = labels ? pageStarts(parts) : []
  const list = (links: string[]) => `<ol>\n${links.map((link) => `      <li>${link}</li>`).join('\n')}\n    </ol>`
  const toc = entries.map(({ title, number }) => `<a href="${pathOf(number)}">${escapeXml(title)}</a>`)
  const pageLinks = pages.map(
    ({ page, part }) => `<a href="${pathOf(part)}#page-${page}">${escapeXml(labels?.[page - 1] ?? String(page))}</a>`,
  )
  return xhtml(
    { title: title || 'Contents', language, direction },
    `<nav epub:type="toc" role="doc-toc">\n    ${list(toc)}\n  </nav>` +
      (pageLinks.length > 0 ? `\n  <nav epub:type="page-list" role="doc-pagelist" hidden="hidden">\n    ${list(pageLinks)}\n  </nav>` : ''),
  )
}

/** Returns the pages in order, each with the part in which it begins. */
function pageStarts(parts: Parts): { page: number; part: number }[] {
  const starts = new Map<number, number>()
  for (const [index, { blocks }] of parts.entries())
    for (const block of blocks)
      for (const page of [block.page, ...(block.kind === 'picture' ? [] : (block.breaks ?? []).map(([, next]) => next))])
        if (!starts.has(page)) starts.set(page, index + 1)
  return [...starts].map(([page, part]) => ({ page, part }))
}

function xhtml(
  { title, language, direction }: { title: string; language: string | null; direction: 'ltr' | 'rtl' },
  body: string,
  styles = '',
): string {
  const lang = language ? ` lang="${language}" xml:lang="${language}"` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html ${NAMESPACES}${lang}${direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
  <title>${escapeXml(title)}</title>${styles}
</head>
<body>
  ${body}
</body>
</html>
`
}

function writePart(content: EpubContent, part: Parts[number], number: number, imageAt: Map<string, string>): string {
  const { parts, labels, title } = content
  const before = parts[number - 2]?.blocks.at(-1)
  let page = before ? lastPage(before) : 0
  let open: 'ul' | 'ol' | undefined
  const lines: string[] = []
  const close = () => {
    if (open) lines.push(`</${open}>`)
    open = undefined
  }
  for (const [index, block] of part.blocks.entries()) {
    const mark = labels && block.page !== page ? pageMark(block.page, labels) : ''
    page = lastPage(block)
    const id = idOf(index)
    const list = block.kind === 'list-item' ? listOf(block.marker) : undefined
    if (list !== open) {
      close()
      if (list) lines.push(`<${list}>`)
      open = list
    }
    if (block.kind === 'picture') {
      const path = imageAt.get(`${number} ${index}`)
      const alt = escapeXml(block.alt ?? '')
      if (path) lines.push(`<figure id="${id}">${mark}<img src="../${path}" alt="${alt}"/></figure>`)
      else lines.push(`<p id="${id}">${mark}${alt}</p>`)
    } else lines.push(writeBlock(content, block, { id, mark, part: number }))
  }
  close()
  return xhtml(
    { ...content, title: part.title ?? (title || 'Text') },
    lines.join('\n  '),
    '\n  <link rel="stylesheet" type="text/css" href="../styles.css"/>',
  )
}

const lastPage = (block: ReflowBlock) => (block.kind === 'picture' ? block.page : (block.breaks?.at(-1)?.[1] ?? block.page))
const pageMark = (page: number, labels: string[]) =>
  `<span id="page-${page}" epub:type="pagebreak" role="doc-pagebreak" aria-label="${escapeXml(labels[page - 1] ?? String(page))}"></span>`

function writeBlock(content: EpubContent, block: TextBlock, { id, mark, part }: { id: string; mark: string; part: number }): string {
  const pieces = (from: number, to: number) => writeText(content, block, { from, to, part })
  const whole = blockText(block)
  const all = () => mark + pieces(0, whole.length)
  if (block.kind === 'heading') return `<h${block.level} id="${id}">${all()}</h${block.level}>`
  if (block.kind === 'quote') return `<blockquote id="${id}"><p>${all()}</p></blockquote>`
  if (block.kind === 'code') return `<pre id="${id}">${all()}</pre>`
  if (block.kind === 'lines')
    return `<p id="${id}">${mark}${linesOf(whole, '\n')
      .map(([from, to]) => pieces(from, to))
      .join('<br/>')}</p>`
  if (block.kind === 'table') {
    const rows = linesOf(whole, '\n').map(([from, to], index) => {
      const tag = block.hasHead && index === 0 ? 'th' : 'td'
      const cells = linesOf(whole.slice(from, to), '\t').map(([first, last]) => `<${tag}>${pieces(from + first, from + last)}</${tag}>`)
      return `<tr>${cells.join('')}</tr>`
    })
    return `${mark && `<p>${mark}</p>`}<table id="${id}"><tbody>${rows.join('')}</tbody></table>`
  }
  const list = block.kind === 'list-item' ? listOf(block.marker) : undefined
  if (list === 'ul') return `<li id="${id}">${all()}</li>`
  if (block.kind === 'list-item' && list === 'ol') return `<li id="${id}" value="${Number.parseInt(block.marker ?? '', 10)}">${all()}</li>`
  if (block.kind === 'list-item')
    return `<p id="${id}" class="marker">${mark}${block.marker ? `${escapeXml(block.marker)} ` : ''}${pieces(0, whole.length)}</p>`
  if (block.kind === 'note') {
    const back = block.calledAt && hrefOf(content, part, [block.calledAt[0], block.calledAt[1]])
    const link = back ? `<a href="${back}" epub:type="backlink" role="doc-backlink">${escapeXml(block.marker)}</a> ` : ''
    return `<aside id="${id}" epub:type="footnote" role="doc-footnote"><p>${link}${all()}</p></aside>`
  }
  return `<p id="${id}">${all()}</p>`
}

/** Returns the element of the list for items with a marker; undefined for markers that lists can't have. */
function listOf(marker: string | undefined): 'ul' | 'ol' | undefined {
  if (marker === '•') return 'ul'
  return marker && /^\d{1,6}\.$/.test(marker) ? 'ol' : undefined
}

/** Returns the ranges between the separators of a text. */
function linesOf(text: string, separator: string): [number, number][] {
  const ranges: [number, number][] = []
  let from = 0
  for (const line of text.split(separator)) {
    ranges.push([from, from + line.length])
    from += line.length + 1
  }
  return ranges
}

const TAGS = {
  i: ['<em>', '</em>'],
  b: ['<strong>', '</strong>'],
  bi: ['<strong><em>', '</em></strong>'],
  sup: ['<sup>', '</sup>'],
} as const

/** Writes a range of a block's text with its styles, links, references of notes and page breaks. */
function writeText(content: EpubContent, block: TextBlock, { from, to, part }: { from: number; to: number; part: number }): string {
  const links = (block.links ?? []).flatMap(([start, end, target]) => {
    const href = typeof target === 'string' ? escapeXml(target) : hrefOf(content, part, target)
    return href ? [{ start, end, href, call: '' }] : []
  })
  const breaks = content.labels ? (block.breaks ?? []) : []
  const { labels } = content
  const cuts = [...links.flatMap(({ start, end }) => [start, end]), ...breaks.map(([offset]) => offset)]
  let written = ''
  let start = 0
  for (const span of block.text) {
    const [text, style] = typeof span === 'string' ? [span, undefined] : span
    const end = start + text.length
    const note = block.noteCalls?.find(([offset]) => offset === start)
    const noteHref = note && hrefOf(content, part, [note[1], note[2]])
    const bounds = [
      ...new Set([Math.max(start, from), ...cuts.filter((cut) => cut > start && cut < end && cut > from && cut < to), Math.min(end, to)]),
    ].toSorted((a, b) => a - b)
    for (const [index, first] of bounds.entries()) {
      const last = bounds[index + 1]
      for (const [offset, page] of breaks) if (labels && offset === first && last !== undefined) written += pageMark(page, labels)
      if (last === undefined || first >= last) continue
      const [before, after] = style ? TAGS[style] : ['', '']
      const link = links.find((one) => one.start <= first && first < one.end)
      const inner = `${before}${escapeXml(text.slice(first - start, last - start))}${after}`
      if (noteHref) written += `<a href="${noteHref}" epub:type="noteref" role="doc-noteref">${inner}</a>`
      else if (link) written += `<a href="${link.href}">${inner}</a>`
      else written += inner
    }
    start = end
  }
  return written
}

/** Returns the reference to a block; undefined if the block is not among the parts. */
function hrefOf({ parts }: EpubContent, from: number, [part, block]: [number, number]): string | undefined {
  if (parts[part - 1]?.blocks[block] === undefined) return undefined
  return `${part === from ? '' : `part-${part}.xhtml`}#${idOf(block)}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain these characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes a text for XML. Characters that XML can't contain are removed. */
function escapeXml(text: string): string {
  return text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"]/g, (character) => ESCAPED[character] ?? '')
}
