import { describe, expect, test } from 'vitest'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { linkNotes } from './link-notes.ts'
import type { MadePart } from './split-parts.ts'

type Blocks = ReflowBlock[]

const heading = (page: number, title: string, level = 1): ReflowBlock => ({ kind: 'heading', level, page, text: [title] })
const note = (page: number, marker: string): ReflowBlock => ({ kind: 'note', marker, page, text: [`See ${marker}.`] })
const plain = (page: number, text = 'And so it went on.'): ReflowBlock => ({ kind: 'paragraph', page, text: [text] })
/** Builds a paragraph with one sentence for each marker, each followed by its superscript marker. */
const calls = (page: number, ...markers: string[]): ReflowBlock => ({
  kind: 'paragraph',
  page,
  text: markers.flatMap((marker): Exclude<ReflowBlock, { kind: 'picture' }>['text'] => ['It was so.', [marker, 'sup'], ' ']),
})

/** Links the notes of a book and lists the links: page and marker of each number in the text, and the page of its note. */
function linksOf(...parts: Blocks[]) {
  const made: MadePart[] = parts.map((blocks) => {
    const [first] = blocks
    const title = first?.kind === 'heading' ? String(first.text[0]) : null
    return { title, page: first?.page ?? 1, characters: 0, blocks }
  })
  linkNotes(made)
  return made.flatMap(({ blocks }, index) =>
    blocks.flatMap((block, at) => {
      if (block.kind === 'picture') return []
      return (block.noteCalls ?? []).map(([offset, part, number]) => {
        const called = made[part - 1]?.blocks[number]
        if (called?.kind !== 'note') throw new Error('A number leads to what is no note')
        expect(called.calledAt).toEqual([index + 1, at, offset])
        return `${block.page} ${called.marker} → ${called.page}`
      })
    }),
  )
}

describe('linking footnotes with their numbers', () => {
  test('footnotes are linked with the numbers and symbols on their page, even in a paragraph that began on the previous page', () => {
    const long: ReflowBlock = { kind: 'paragraph', page: 1, text: ['It began here and ended', ['1', 'sup'], '.'], breaks: [[20, 2]] }
    expect(linksOf([calls(1, '1', '*'), note(1, '1'), note(1, '*'), long, note(2, '1')])).toEqual(['1 1 → 1', '1 * → 1', '1 1 → 2'])
  })

  test('footnotes are not linked if two numbers or two notes match, or if the note is on another page', () => {
    expect(linksOf([calls(1, '1', '1'), note(1, '1')])).toEqual([])
    expect(linksOf([calls(1, '1'), note(1, '1'), note(1, '1')])).toEqual([])
    expect(linksOf([calls(1, '1'), plain(2), note(2, '1'), plain(2)])).toEqual([])
  })

  test('footnotes are not linked with exponents', () => {
    const powers: ReflowBlock = { kind: 'paragraph', page: 1, text: ['10', ['2', 'sup'], ' km', ['3', 'sup'], ' and x', ['4', 'sup'], '.'] }
    expect(linksOf([powers, note(1, '2'), note(1, '3'), note(1, '4')])).toEqual([])
  })
})

describe('endnotes', () => {
  const chapters = (): Blocks[] => [
    [heading(1, 'Chapter one: Lamps'), calls(1, '1'), calls(2, '2')],
    [heading(3, 'Chapter two: Oil'), calls(3, '1', '2')],
  ]

  test('endnotes below chapter titles are linked with the numbers in these chapters', () => {
    const notes = [heading(9, 'Notes'), heading(9, 'CHAPTER ONE: LAMPS', 3), note(9, '1'), note(9, '2')]
    const rest = [plain(9, 'Chapter Two: Oil'), note(9, '1'), note(10, '2'), plain(10, 'which goes on')]
    expect(linksOf(...chapters(), [...notes, ...rest])).toEqual(['1 1 → 9', '2 2 → 9', '3 1 → 9', '3 2 → 10'])
  })

  test('endnotes below a title that no chapter has, or of several chapters without titles, are not linked', () => {
    expect(linksOf(...chapters(), [heading(9, 'Notes'), heading(9, 'Wicks', 2), note(9, '1'), note(9, '2')])).toEqual([])
    expect(linksOf(...chapters(), [heading(9, 'Notes'), note(9, '1'), note(9, '2'), note(9, '1'), note(9, '2')])).toEqual([])
    expect(linksOf(...chapters(), [heading(9, 'Notes'), note(9, '1'), note(9, '2')])).toEqual([])
  })

  test('endnotes at the end of each chapter are linked only with that chapter, with or without a heading', () => {
    const own = (page: number): Blocks => [heading(page, 'Notes', 2), note(page, '1'), note(page, '2')]
    const [one = [], two = []] = chapters()
    expect(linksOf([...one, ...own(2)], [...two, ...own(4)])).toEqual(['1 1 → 2', '2 2 → 2', '3 1 → 4', '3 2 → 4'])
    const run = [note(5, '1'), note(5, '2'), note(5, '3')]
    const [first = [], second = []] = chapters()
    expect(linksOf([...first, calls(2, '3'), ...run], second)).toEqual(['1 1 → 5', '2 2 → 5', '2 3 → 5'])
  })

  test('endnotes numbered through the whole book are linked, even as list items or with superscript numbers', () => {
    const item: ReflowBlock = { kind: 'list-item', marker: '1.', page: 9, text: ['The first.'] }
    const raised: ReflowBlock = { kind: 'paragraph', page: 9, text: [['2', 'sup'], ' ', ['The second', 'i'], '.'] }
    const blocks = [heading(9, 'Endnotes'), item, raised]
    expect(linksOf([heading(1, 'Lamps'), calls(1, '1')], [heading(3, 'Oil'), calls(3, '2')], blocks)).toEqual(['1 1 → 9', '3 2 → 9'])
    expect(blocks[2]).toMatchObject({ kind: 'note', marker: '2', text: [['The second', 'i'], '.'] })
  })

  test('numbers whose endnotes are missing in a preview have no links', () => {
    expect(linksOf(...chapters())).toEqual([])
  })
})
