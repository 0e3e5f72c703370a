import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { letters } from './heading-levels.ts'
import { matchTitles, readTitles, type TitledPlace } from './match-titles.ts'
import type { MadePart } from './split-parts.ts'

/** A block of text with its position; `at` is its index within the book. */
export type PlacedBlock = { at: number; part: number; block: number; content: ReflowBlock }
/** A list of endnotes, and the range of blocks that refer to these notes: from `from` (inclusive) to `to` (exclusive). */
export type NoteList = { from: number; to: number; notes: PlacedBlock[] }

const NOTES = /^(?:(?:end|foot)?[\s-]?notes?(?: (?:and|&|on) .{1,40})?|anmerkungen|notas)$/iu
/** Minimum number of endnotes without a heading. A shorter list may be the notes of a single page. */
const MIN_RUN = 3
/** Maximum number of consecutive headings, such as those of a part, a chapter and a section. */
const MAX_HEADINGS = 4
/** Lowest heading level. Headings of this level can have any font size. */
const LOWEST_LEVEL = 3
/** Maximum number of note lists, which exceeds the number of chapters in any book. */
const MAX_LISTS = 300

export function placeBlocks(parts: MadePart[]): PlacedBlock[] {
  let at = 0
  return parts.flatMap(({ blocks }, index) => blocks.map((content, block) => ({ at: at++, part: index + 1, block, content })))
}

/** Finds a book's endnotes: under a notes heading, whether or not chapter titles divide them, or at the end of a chapter. */
export function findNoteLists(parts: MadePart[]): NoteList[] {
  const placed = placeBlocks(parts)
  const titles = readTitles(parts)
  const lists: NoteList[] = []
  let end = 0
  for (let at = 0; at < placed.length && lists.length < MAX_LISTS; at++) {
    const { content } = placed[at] as PlacedBlock
    if (content.kind === 'heading' && NOTES.test(blockText(content).trim())) {
      const section = placed.slice(at + 1, findEnd(placed, at, content.level))
      const above = placed.findLast((one) => one.at < at && one.content.kind === 'heading' && one.content.level < content.level)
      lists.push(...divideByTitles(section, { placed, titles, from: Math.max(end, above?.at ?? 0), to: at }))
      end = at + 1 + section.length
    } else if (content.kind === 'note' && at >= end) {
      const next = placed.findIndex((one) => one.at > at && one.content.kind !== 'note')
      const run = placed.slice(at, next === -1 ? undefined : next)
      if (isNumbered(run) && isEndOfChapter(parts, placed[at + run.length])) {
        lists.push({ from: end, to: at, notes: run })
        end = at + run.length
      }
      at += run.length - 1
    }
  }
  return lists
}

/** Finds the end of the notes below a heading: the next heading of the same or a higher level that isn't followed by a note. */
function findEnd(placed: PlacedBlock[], from: number, level: number) {
  const end = placed.findIndex(({ at, content }) => {
    if (at <= from || content.kind !== 'heading' || content.level > level) return false
    return placed.slice(at, at + MAX_HEADINGS).find((below) => below.content.kind !== 'heading')?.content.kind !== 'note'
  })
  return end === -1 ? placed.length : end
}

function isNumbered(run: PlacedBlock[]) {
  return run.length >= MIN_RUN && run.every(({ content }, index) => content.kind === 'note' && content.marker === String(index + 1))
}

function isEndOfChapter(parts: MadePart[], next: PlacedBlock | undefined) {
  if (!next || (next.content.kind === 'heading' && next.content.level === 1)) return true
  return next.block === 0 && parts[next.part - 1]?.title !== null
}

/** Divides notes of several chapters by the chapter titles above them. Notes below other headings belong to no known chapter. */
function divideByTitles(
  section: PlacedBlock[],
  { placed, titles, ...text }: { placed: PlacedBlock[]; titles: TitledPlace[]; from: number; to: number },
): NoteList[] {
  const before = titles.filter(({ at }) => at < text.to)
  const known = new Set(before.map(({ title }) => letters(title)))
  const dividing = section.filter(
    ({ content }) => content.kind === 'heading' || (content.kind === 'paragraph' && known.has(letters(blockText(content)))),
  )
  if (dividing.length === 0) return [{ ...text, notes: section }]
  const named = dividing.map((one): [PlacedBlock, string] => [one, blockText(one.content)])
  const chapters = matchTitles(named, before)
  const starts = [...chapters.values()].map(({ at }) => at)
  return [...chapters].map(([title, chapter]) => {
    const text = placed.findIndex(({ at, content }) => at > chapter.at && content.kind !== 'heading')
    const ends = placed.find(
      ({ at, content }) => at > text && content.kind === 'heading' && content.level < Math.min(chapter.level + 1, LOWEST_LEVEL),
    )?.at
    const to = Math.min(ends ?? placed.length, section[0]?.at ?? 0, ...starts.filter((start) => start > chapter.at))
    const following = dividing.find(({ at }) => at > title.at)?.at ?? placed.length
    return { from: chapter.at, to, notes: section.filter(({ at }) => at > title.at && at < following) }
  })
}
