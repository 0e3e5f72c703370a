import type { BookPages } from '#contracts/reading/book-pages.ts'
import type { Draft } from './classify-lines.ts'
import { toHalf } from './measure-type.ts'
import { textOf } from './reflow-line.ts'

/** Finds the levels of headings from the document's outline or, without an outline, by font size. */
export function findLevels(headings: Draft[], outline: BookPages['outline']): Map<Draft, 1 | 2 | 3> {
  const levels = new Map<Draft, 1 | 2 | 3>()
  for (const heading of headings) {
    const entry = outline.find(({ page, title }) => page === heading.page && isTitleOf(title, heading))
    if (entry) levels.set(heading, toLevel(entry.depth + 1))
  }
  const known = new Map<number, 1 | 2 | 3>()
  for (const [heading, level] of levels) known.set(sizeOf(heading), level)
  const sizes = [...new Set(headings.map(sizeOf))].toSorted((one, other) => other - one)
  const pagesOf = (size: number) => new Set(headings.filter((heading) => sizeOf(heading) === size).map(({ page }) => page)).size
  // The level of chapters is that of the largest font size on more than two pages, since larger sizes occur only on a title page.
  const chapters = sizes.find((size) => pagesOf(size) > 2) ?? sizes.at(0) ?? 0
  const below = sizes.filter((size) => size < chapters)
  for (const heading of headings) {
    if (levels.has(heading)) continue
    const size = sizeOf(heading)
    const bySize = size >= chapters ? 1 : toLevel(2 + below.indexOf(size))
    // If the document has an outline, a heading in a font size that no outline heading has is one level lower than its font size suggests.
    levels.set(heading, known.get(size) ?? (known.size > 0 ? toLevel(bySize + 1) : bySize))
  }
  return levels
}

function toLevel(level: number): 1 | 2 | 3 {
  return Math.min(3, Math.max(1, level)) as 1 | 2 | 3
}

function sizeOf({ lines }: Draft) {
  return toHalf(Math.max(...lines.map(({ size }) => size)))
}

function isTitleOf(title: string, heading: Draft): boolean {
  return isSameTitle(title, heading.lines.map(textOf).join(' '))
}

/** Returns whether two titles are equal apart from numbering and shortening, as “2: Two Tins” and “Chapter two: Two Tins”. */
export function isSameTitle(one: string, other: string): boolean {
  const [first, second] = [one, other].map((title) => letters(title.replace(NUMBERED, ''))) as [string, string]
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first]
  return shorter !== '' && (first === second || (shorter.length > 3 && (longer.endsWith(shorter) || longer.startsWith(shorter))))
}

const NUMBERED = /^\s*(?:(?:chapter|part|section|book)\s+(?:\d+|[ivxlc]+\b|\p{L}+(?=:|\.))|\d+(?:\.\d+)*)[:.\s–—-]*/iu

export function letters(text: string) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
