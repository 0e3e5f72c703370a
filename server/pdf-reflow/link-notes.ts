import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { findNoteLists, type PlacedBlock, placeBlocks } from './find-note-lists.ts'
import { longestRising } from './longest-rising.ts'
import type { MadePart } from './split-parts.ts'

const MARKER = /^(?:\d{1,3}|[*†‡§¶]{1,3})$/
/** Matches text before a superscript number that makes the number an exponent: 10², x², km². */
const BASE = /\d$|(?:^|[^\p{L}\p{M}])(?:\p{L}|[cdkm]m)$/u

type Note = Extract<ReflowBlock, { kind: 'note' }>
type PlacedNote = Omit<PlacedBlock, 'content'> & { content: Note }

/**
 * Links superscript numbers in the text with their notes, and vice versa. A link requires that exactly one number and one note match: on a
 * page, or in a chapter and its endnotes.
 */
export function linkNotes(parts: MadePart[]): void {
  const lists = findNoteLists(parts)
  for (const list of lists) for (const one of list.notes) toNote(parts, one)
  const notes = placeBlocks(parts).filter((one): one is PlacedNote => one.content.kind === 'note')
  const calls = findNoteCalls(parts)
  for (const [call, note] of pairUnique(calls, notes, ({ page, marker }) => `${page} ${marker}`)) link(call, note)
  for (const list of lists) {
    const places = new Set(list.notes.map(({ at }) => at))
    const pairs = pairUnique(
      calls.filter(({ at, marker }) => at >= list.from && at < list.to && /\d/.test(marker)),
      notes.filter(({ at }) => places.has(at)),
      ({ marker }) => marker,
    )
    const rising = longestRising(pairs, ([{ marker }]) => Number(marker))
    for (const [call, note] of rising) if (!isLinked(call) && !note.content.calledAt) link(call, note)
  }
}

type Marked = { page: number; marker: string }

/**
 * Pairs note calls (superscript numbers in the text) and notes with the same key, if the key is unique among calls and among notes. Pairs
 * are in the order of the calls.
 */
function pairUnique(calls: NoteCall[], notes: PlacedNote[], keyOf: (one: Marked) => string): [NoteCall, PlacedNote][] {
  const [callsByKey, notesByKey] = [Map.groupBy(calls, keyOf), Map.groupBy(notes, ({ content }) => keyOf(content))]
  return [...callsByKey].flatMap(([key, [call, secondCall]]) => {
    const [note, secondNote] = notesByKey.get(key) ?? []
    return call && note && !secondCall && !secondNote ? [[call, note]] : []
  })
}

function isLinked({ content, offset }: NoteCall) {
  return content.noteCalls?.some(([characters]) => characters === offset)
}

function link({ content, offset, part, block }: NoteCall, note: PlacedNote): void {
  content.noteCalls = [...(content.noteCalls ?? []), [offset, note.part, note.block] as [number, number, number]].toSorted(
    ([one], [other]) => one - other,
  )
  note.content.calledAt = [part, block, offset]
}

/**
 * Converts a list item, or a paragraph that begins with a superscript number, to a note, since endnotes can have the font size of the
 * text.
 */
function toNote(parts: MadePart[], { part, block, content }: PlacedBlock): void {
  const own = parts[part - 1]?.blocks
  if (!own || (content.kind !== 'list-item' && content.kind !== 'paragraph') || content.breaks) return
  const { page, text } = content
  const [first, ...rest] = text
  const raised = typeof first === 'object' && first[1] === 'sup' ? first[0] : undefined
  const marker = /^\(?(\d{1,3})[.)]?$/.exec((content.kind === 'list-item' ? content.marker : raised) ?? '')?.[1]
  const words = content.kind === 'list-item' ? text : trimStart(rest)
  if (marker && words.length > 0) own[block] = { kind: 'note', marker, page, text: words }
}

function trimStart([first, ...rest]: ReflowSpans): ReflowSpans {
  if (first === undefined) return []
  const words = (typeof first === 'string' ? first : first[0]).trimStart()
  if (words === '') return rest
  return [typeof first === 'string' ? words : [words, first[1]], ...rest]
}

type ReflowSpans = Note['text']

/** A superscript number or symbol in the text that refers to a note. `at` is the index of its block within the book. */
type NoteCall = { at: number; part: number; block: number; offset: number; marker: string; page: number; content: TextBlock }

type TextBlock = Exclude<ReflowBlock, { kind: 'picture' }>

function findNoteCalls(parts: MadePart[]): NoteCall[] {
  let at = 0
  return parts.flatMap(({ blocks }, index) =>
    blocks.flatMap((content, block) => {
      const place = { at: at++, part: index + 1, block }
      return content.kind === 'picture' || content.kind === 'note' ? [] : readCalls(content).map((call) => ({ ...place, ...call, content }))
    }),
  )
}

function readCalls(content: TextBlock) {
  const text = blockText(content)
  let start = 0
  return content.text.flatMap((span) => {
    const [words, style] = typeof span === 'string' ? [span, ''] : span
    const offset = start
    start += words.length
    if (style !== 'sup' || !MARKER.test(words) || offset === 0 || BASE.test(text.slice(Math.max(0, offset - 4), offset))) return []
    return [{ offset, marker: words, page: pageAt(content, offset) }]
  })
}

function pageAt({ page, breaks = [] }: TextBlock, offset: number): number {
  return breaks.findLast(([characters]) => characters <= offset)?.[1] ?? page
}
