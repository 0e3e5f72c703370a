import type { BookPages } from '#contracts/book-pages.ts'
import type { Draft } from './classify.ts'
import { textOf } from './flow-line.ts'
import { toHalf } from './measure-type.ts'

/** As the book's own contents say, else by size. */
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
  // A title page's sizes stand on it alone.
  const chapters = sizes.find((size) => pagesOf(size) > 2) ?? sizes.at(0) ?? 0
  const below = sizes.filter((size) => size < chapters)
  for (const heading of headings) {
    if (levels.has(heading)) continue
    const size = sizeOf(heading)
    const bySize = size >= chapters ? 1 : toLevel(2 + below.indexOf(size))
    // With contents of its own, what these don't name is no chapter.
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
  const [one, other] = [letters(title), letters(heading.lines.map(textOf).join(' '))]
  return (
    one !== '' && other !== '' && (one === other || (other.length > 3 && one.endsWith(other)) || (one.length > 3 && other.endsWith(one)))
  )
}

function letters(text: string) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
