import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import type { Part } from './epub-document.ts'
import { escapeXml } from './write-xhtml.ts'

type TextBlock = Exclude<ReflowBlock, { kind: 'picture' }>
type Target = [part: number, block: number]

/** Page of the printed book that begins in a part. */
export type PageStart = { page: number; part: number; label: string }

/**
 * Writer of the blocks of parts, in order. `labels` are those of the pages of the printed book, or null when pages are counted; the writer
 * collects the pages whose beginnings it has marked. `imageAt` returns the path of the image of a picture.
 */
export type PartWriter = {
  parts: Pick<Part, 'blocks'>[]
  labels: string[] | null
  imageAt: (part: number, block: number) => string | undefined
  marked: PageStart[]
}

const idOf = (block: number) => `b${block}`

/** Returns the blocks of a part as XHTML. */
export function writePart(writer: PartWriter, number: number): string {
  let open: 'ul' | 'ol' | undefined
  const lines: string[] = []
  const close = () => {
    if (open) lines.push(`</${open}>`)
    open = undefined
  }
  for (const [index, block] of (writer.parts[number - 1]?.blocks ?? []).entries()) {
    const mark = markPage(writer, block.page, number)
    const id = idOf(index)
    const list = block.kind === 'list-item' ? listOf(block.marker) : undefined
    if (list !== open) {
      close()
      if (list) lines.push(`<${list}>`)
      open = list
    }
    if (block.kind === 'picture') {
      const path = writer.imageAt(number, index)
      const alt = escapeXml(block.alt ?? '')
      if (path) lines.push(`<figure id="${id}">${mark}<img src="../${path}" alt="${alt}"/></figure>`)
      else lines.push(`<p id="${id}">${mark}${alt}</p>`)
    } else lines.push(writeBlock(writer, block, { id, mark, part: number }))
  }
  close()
  return lines.join('\n  ')
}

/**
 * Returns the mark of the beginning of a page. Each page is marked once, and marks are in ascending order: a note at the foot of a page may
 * follow a paragraph that ends on the next page.
 */
function markPage({ labels, marked }: PartWriter, page: number, part: number): string {
  if (!labels || page <= (marked.at(-1)?.page ?? 0)) return ''
  const label = labels[page - 1] || String(page)
  marked.push({ page, part, label })
  return `<span id="page-${page}" epub:type="pagebreak" role="doc-pagebreak" aria-label="${escapeXml(label)}"></span>`
}

function writeBlock(writer: PartWriter, block: TextBlock, { id, mark, part }: { id: string; mark: string; part: number }): string {
  const pieces = (from: number, to: number) => writeText(writer, block, { from, to, part })
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
  if (block.kind === 'list-item') {
    const list = listOf(block.marker)
    if (list === 'ul') return `<li id="${id}">${all()}</li>`
    if (list === 'ol') return `<li id="${id}" value="${Number.parseInt(block.marker ?? '', 10)}">${all()}</li>`
    return `<p id="${id}" class="marker">${mark}${block.marker ? `${escapeXml(block.marker)} ` : ''}${pieces(0, whole.length)}</p>`
  }
  if (block.kind === 'note') {
    const back = block.calledAt && hrefOf(writer, part, [block.calledAt[0], block.calledAt[1]])
    const marker = escapeXml(block.marker)
    const link = back ? `<a href="${back}" epub:type="backlink" role="doc-backlink">${marker}</a>` : marker
    return `<aside id="${id}" epub:type="footnote" role="doc-footnote"><p>${mark}${link} ${pieces(0, whole.length)}</p></aside>`
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
function writeText(writer: PartWriter, block: TextBlock, { from, to, part }: { from: number; to: number; part: number }): string {
  const links = linksOf(block).flatMap(([start, end, target]) => {
    const href = typeof target === 'string' ? escapeXml(target) : hrefOf(writer, part, target)
    return href ? [{ start, end, href }] : []
  })
  const breaks = writer.labels ? (block.breaks ?? []) : []
  const cuts = [...links.flatMap(({ start, end }) => [start, end]), ...breaks.map(([offset]) => offset)]
  let written = ''
  let start = 0
  for (const span of block.text) {
    const [text, style] = typeof span === 'string' ? [span, undefined] : span
    const end = start + text.length
    const note = block.noteCalls?.find(([offset]) => offset === start)
    const noteHref = note && hrefOf(writer, part, [note[1], note[2]])
    const bounds = [
      ...new Set([Math.max(start, from), ...cuts.filter((cut) => cut > start && cut < end && cut > from && cut < to), Math.min(end, to)]),
    ].toSorted((a, b) => a - b)
    for (const [index, first] of bounds.entries()) {
      const last = bounds[index + 1]
      if (last === undefined || first >= last) continue
      // A page that begins between two lines is marked at the beginning of the second.
      for (const [offset, page] of breaks) if (offset <= first) written += markPage(writer, page, part)
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

/** Returns the links of a block. An entry of a table of contents leads to its target as a whole. */
function linksOf(block: TextBlock): NonNullable<TextBlock['links']> {
  if (block.kind === 'list-item' && block.target && !block.links) return [[0, blockText(block).length, block.target]]
  return block.links ?? []
}

export const pathOf = (part: number) => `text/part-${part}.xhtml`

/** Returns the reference to a block; undefined if the block is not among the parts. */
function hrefOf({ parts }: PartWriter, from: number, [part, block]: Target): string | undefined {
  if (parts[part - 1]?.blocks[block] === undefined) return undefined
  return `${part === from ? '' : `part-${part}.xhtml`}#${idOf(block)}`
}
