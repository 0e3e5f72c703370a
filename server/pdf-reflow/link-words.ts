import { blockText } from '#contracts/reading/block-text.ts'
import type { PageText } from '#contracts/reading/book-pages.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import type { PlacedText } from './placed-text.ts'
import type { MadePart } from './split-parts.ts'

type PageLink = PageText['links'][number]
type TextBlock = Exclude<ReflowBlock, { kind: 'picture' }>
/** Words of a page that are a link to a page or an address. */
export type LinkedWords = { page: number; words: string; target: PageLink[4] }

/** Numbers of notes and page numbers, which have links of their own or lead to where the reader is not used to be led. */
const NUMBER = /^[[(]?\d{1,4}[\])]?$/
/** Margin in points by which the area of a link may miss its words. */
const MARGIN = 1
/** Punctuation around linked words */
const EDGES = /^[(<[{“"]{1,3}|[)>\]}”".,;:!?]{1,3}$/g
const NARROW = /[ijl.,:;'’!|()[\]\-frtI ]/
const WIDE = /[mwMW@—]/

/** Returns the words below the links of a page. */
export function findLinkedWords(texts: PlacedText[], links: PageLink[], page: number): LinkedWords[] {
  return links.flatMap(([left, top, width, height, target]) => {
    const inside = texts.filter(({ turn, baseline, size }) => {
      const middle = baseline - size * 0.3
      return turn === 0 && middle > top - MARGIN && middle < top + height + MARGIN
    })
    const all = inside.flatMap((piece) => wordsBetween(piece, left - MARGIN, left + width + MARGIN)).join(' ')
    const words = all.replace(EDGES, '')
    return /\p{L}{2}|\d{5}/u.test(words) && !NUMBER.test(words) ? [{ page, words, target }] : []
  })
}

/** Returns the words of a text whose middle is between two positions on the page. The widths of letters are estimated. */
function wordsBetween({ x, width, text, isRtl }: PlacedText, from: number, to: number): string[] {
  const widthOf = (letters: string) => [...letters].reduce((sum, each) => sum + (NARROW.test(each) ? 0.5 : WIDE.test(each) ? 1.4 : 1), 0)
  const scale = width / Math.max(1, widthOf(text))
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const start = widthOf(text.slice(0, index)) * scale
    const along = start + (widthOf(word) * scale) / 2
    const middle = isRtl ? x + width - along : x + along
    return middle > from && middle < to ? [word] : []
  })
}

/**
 * Links the words of links in the text. Words that the page has more often than links with these words are left, since it is not known
 * which of them are the links.
 */
export function linkWords(parts: MadePart[], links: LinkedWords[]): void {
  const places = new Map<number, { part: number; block: number }>()
  const blocksOf = new Map<number, TextBlock[]>()
  for (const [index, { blocks }] of parts.entries())
    for (const [block, content] of blocks.entries())
      for (const page of pagesOf(content)) {
        if (!places.has(page)) places.set(page, { part: index + 1, block })
        if (content.kind !== 'picture') blocksOf.set(page, [...(blocksOf.get(page) ?? []), content])
      }
  const alike = Map.groupBy(links, ({ page, words }) => `${page} ${words}`)
  for (const same of alike.values()) {
    const [{ page, words }] = same as [LinkedWords]
    const found = (blocksOf.get(page) ?? []).flatMap((block) => findWords(block, words, page).map((at) => ({ block, at })))
    if (found.length !== same.length) continue
    for (const [index, { block, at }] of found.entries()) {
      const target = (same[index] as LinkedWords).target
      const place = typeof target === 'number' ? places.get(target) : undefined
      if (typeof target === 'number' && !place) continue
      add(block, [at, at + words.length, place ? [place.part, place.block] : (target as string)])
    }
  }
}

type Link = NonNullable<TextBlock['links']>[number]

function add(block: TextBlock, link: Link) {
  // An entry of the table of contents is a link as a whole.
  if (block.kind === 'list-item' && block.target) return
  const isFree = (block.links ?? []).every(([from, to]) => link[1] <= from || link[0] >= to)
  if (isFree) block.links = [...(block.links ?? []), link].toSorted(([one], [other]) => one - other)
}

function pagesOf(content: ReflowBlock): number[] {
  return [content.page, ...(content.kind === 'picture' ? [] : (content.breaks ?? []).map(([, page]) => page))]
}

/** Returns the offsets at which a block has the words on a page. */
function findWords(block: TextBlock, words: string, page: number): number[] {
  const text = blockText(block)
  const breaks = block.breaks ?? []
  const from = block.page === page ? 0 : (breaks.find(([, next]) => next === page)?.[0] ?? text.length)
  const to = breaks.find(([offset, next]) => next > page && offset > from)?.[0] ?? text.length
  const found: number[] = []
  for (let at = text.indexOf(words, from); at >= 0 && at < to; at = text.indexOf(words, at + words.length)) {
    const isWhole = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[at + words.length] ?? '')
    if (isWhole) found.push(at)
  }
  return found
}
