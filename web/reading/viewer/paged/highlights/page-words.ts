import { MAX_BEFORE, type Passage } from '#web/lib/highlights/stored-highlights.ts'
import { findOnPage } from '#web/reading/viewer/book/editions/find-words.ts'
import { toRanges } from '#web/reading/viewer/book/highlights.ts'

/** Text layers of the page: that over an image, and that of pdf.js. The last one is displayed. */
const LAYERS = ':is(.viewer-text, .textLayer)'
/** Least gap between two runs of a line that is a space, in heights of the line */
const SPACE = 0.12

type Piece = { node: Text; from: number; to: number }

/** Returns the text nodes of a page in reading order; none while its words are not known. */
function findTexts(paper: Element, page: number): Text[] {
  const layer = [...paper.querySelectorAll(`[data-page-number="${page}"] ${LAYERS}`)].at(-1)
  if (!layer) return []
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  return texts
}

/** Box on a page, in percent of its size */
export type PageBox = { left: number; top: number; width: number; height: number }

/** Returns the boxes of the words of a passage that are on a page. */
export function boxesOf(paper: Element, page: number, passage: Passage): PageBox[] {
  const texts = findTexts(paper, page)
  const data = texts.map((node) => node.data)
  const found = findOnPage(data, passage, { isNext: passage.page === page - 1 })
  if (!found) return []
  const sheet = paper.getBoundingClientRect()
  return toRanges(data, found.from, found.to).flatMap(({ block, from, to }) => {
    const range = document.createRange()
    range.setStart(texts[block] as Text, from)
    range.setEnd(texts[block] as Text, to)
    return [...range.getClientRects()].map(({ left, top, width, height }) => ({
      left: round(((left - sheet.left) / sheet.width) * 100),
      top: round(((top - sheet.top) / sheet.height) * 100),
      width: round((width / sheet.width) * 100),
      height: round((height / sheet.height) * 100),
    }))
  })
}

const round = (percent: number) => Math.round(percent * 100) / 100

/** Reads the passage of a page that is selected. */
export function readPageSelection(paper: Element, page: number): Passage | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const texts = findTexts(paper, page)
  const chosen = texts
    .filter((node) => range.intersectsNode(node))
    .map((node) => ({
      node,
      from: node === range.startContainer ? range.startOffset : 0,
      to: node === range.endContainer ? range.endOffset : node.length,
    }))
    .filter(({ from, to }) => from < to)
  const [first] = chosen
  const quote = joinRuns(chosen).trim()
  if (!first || !quote) return undefined
  const earlier = texts.slice(Math.max(0, texts.indexOf(first.node) - 10), texts.indexOf(first.node))
  const before = joinRuns([...earlier.map((node) => ({ node, from: 0, to: node.length })), { node: first.node, from: 0, to: first.from }])
  return { part: 0, fromBlock: 0, fromOffset: 0, toBlock: 0, toOffset: 0, page, quote, before: before.slice(-MAX_BEFORE) }
}

/** Joins runs of a page to running text: lines with spaces, and words that a hyphen divides at the end of a line. */
function joinRuns(pieces: Piece[]): string {
  let text = ''
  let last: Element | null = null
  for (const { node, from, to } of pieces) {
    const words = node.data.slice(from, to)
    const element = node.parentElement
    if (last && element !== last) {
      const isDivided = /\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(words)
      if (!endsLine(last)) text += hasGap(last, element) ? ' ' : ''
      else text = isDivided ? text.slice(0, -1) : `${text} `
    }
    text += words
    last = element
  }
  return text.replace(/ {2,}/g, ' ')
}

const endsLine = (run: Element) => run.nextElementSibling?.tagName === 'BR'

function hasGap(one: Element, other: Element | null): boolean {
  if (!other) return false
  const [ours, theirs] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return Math.min(Math.abs(theirs.left - ours.right), Math.abs(ours.left - theirs.right)) > ours.height * SPACE
}
