import { describe, expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { buildReflowText as filler, type LinePlace as Place, buildReflowPage as page } from '#tests/support/reflow-page.ts'
import { buildReflow } from './build-reflow.ts'
import type { ReflowLine } from './reflow-line.ts'

const SIGNS = { outline: [], sidewaysShare: 0, fieldCount: 0 }

const at = (number: number, baseline: number, text: string): ReflowLine => ({
  page: number,
  x: 40,
  right: 120,
  baseline,
  size: 8,
  font: 'head',
  spans: [{ text, style: '' }],
})
const blocksOf = (...pages: Parameters<typeof buildReflow>[0]) => buildReflow(pages, SIGNS).parts.flatMap(({ blocks }) => blocks)
const plain = (block: ReflowBlock | undefined) => (block ? blockText(block) : '')
/** Returns a different word for each number. */
const nth = (index: number) => `${'abcdefgh'[index % 8]}${'abcdefgh'[Math.floor(index / 8)]}th`
const INDENTED = { x: 52 }

test('paragraphs of reflowable text begin at indented lines and end with short lines', () => {
  const blocks = blocksOf(
    page(1, [
      ['First line of one', INDENTED],
      ['which ends here.', { right: 200 }],
      ['Another begins', INDENTED],
      ['and ends.', { right: 90 }],
      ...filler(6),
    ]),
  )
  expect(blocks.slice(0, 2).map(plain)).toEqual(['First line of one which ends here.', 'Another begins and ends.'])
})

test('a paragraph continues on the next page, skipping a note, and has the offset at which the page begins', () => {
  const note: [string, Place?] = ['1. See the first book.', { size: 8, after: 30, font: 'note' }]
  const blocks = blocksOf(
    page(1, [...filler(6), ['Here a word is di-'], note]),
    page(2, [['vided, and it ends.', { right: 200 }], ['The next.', INDENTED], ...filler(5)]),
  )
  const [text] = blocks
  expect(plain(text)).toMatch(/Here a word is divided, and it ends\.$/)
  expect(text).toMatchObject({ breaks: [[plain(text).indexOf('and it ends'), 2]] })
  expect(blocks[1]).toMatchObject({ kind: 'note', marker: '1', text: ['See the first book.'] })
})

describe('hyphens at line ends', () => {
  const read = (before: string, after: string, known = '') =>
    plain(blocksOf(page(1, [[known || 'x'], [before], [`${after}.`, { right: 90 }]]))[0])

  test('a hyphen at a line end is removed if it only splits a word, and stays if the book writes the word with a hyphen', () => {
    expect(read('a fine exam-', 'ple')).toContain('a fine example.')
    expect(read('a well-', 'known man', 'she was well-known there')).toContain('a well-known man')
    expect(read('the Anglo-', 'American')).toContain('Anglo-American')
    expect(read('from 1923-', '1998')).toContain('1923-1998')
    expect(read('two-', 'and threefold')).toContain('two- and threefold')
    expect(read('soft\u00ad', 'ened')).toContain('softened')
  })
})

test('running heads, page numbers and a publisher’s name in the head are removed, even a head that occurs only once', () => {
  const pages = [1, 2, 3, 4, 5, 6].map((number) => {
    const body = page(number, filler(8, `on page ${'uvwxyz'[number - 1]} they walked`))
    const head = number % 2 ? `Lectern ${number}` : number === 4 ? 'July' : 'The Book'
    return { ...body, lines: [at(number, 30, head), ...body.lines, at(number, 400, String(number))] }
  })
  const { parts, removed } = buildReflow(pages, SIGNS)
  const text = JSON.stringify(parts)
  expect(removed).toHaveLength(12)
  for (const head of ['Lectern', 'The Book', 'July']) expect(text).not.toContain(head)
})

test('in reflowable text, two columns follow each other below a title that spans both columns', () => {
  const column = (x: number, name: string) =>
    page(
      1,
      filler(8, `the ${name} column`).map(([text]) => [text, { x, right: x + 140 }]),
    ).lines
  const title = { ...at(1, 40, 'A Paper Of Columns'), x: 90, right: 290, size: 16 }
  const text = blocksOf({ page: 1, pictures: [], lines: [title, ...column(200, 'right'), ...column(40, 'left')] }).map(plain)
  expect(text[0]).toBe('A Paper Of Columns')
  expect(text.join(' ').indexOf('the left column h')).toBeLessThan(text.join(' ').indexOf('the right column a'))
})

test('reflowable text distinguishes headings, quotations, lists and superscript numbers', () => {
  const blocks = blocksOf(
    page(1, [
      ['The Title', { size: 16, font: 'bold' }],
      ...filler(5),
      ['It ended.', { right: 90 }],
      ['They said much', { after: 20, x: 60, right: 320 }],
      ['that was wise.', { x: 60, right: 120 }],
      [
        'After it',
        {
          after: 20,
          spans: [
            { text: 'After it', style: '' },
            { text: '2', style: 'sup' },
          ],
        },
      ],
      ['ended.', { right: 90 }],
      ['• a spade', { right: 90 }],
      ['• a hoe', { right: 90 }],
    ]),
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'quote', 'paragraph', 'list-item', 'list-item'])
  expect(blocks[3]).toMatchObject({ text: ['After it', ['2', 'sup'], ' ended.'] })
  expect(blocks[4]).toMatchObject({ marker: '•', text: ['a spade'] })
})

test('reflowing random lines neither loses nor duplicates a word', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  for (let book = 0; book < 60; book++) {
    let count = 0
    const pages = Array.from({ length: 1 + random(4) }, (_, index) =>
      page(
        index + 1,
        Array.from({ length: 1 + random(20) }, (): [string, Place] => {
          const text = Array.from({ length: 1 + random(6) }, () => `w${count++}x${'.,;'[random(9)] ?? ''}`).join(' ')
          const place = { x: 40 + 6 * random(5), right: 340 - 20 * random(4), size: 8 + random(4), after: 9 + random(16) }
          return [text, place]
        }),
      ),
    )
    const { parts, removed } = buildReflow(pages, SIGNS)
    const found = [...JSON.stringify(parts).matchAll(/w\d+x/g), ...JSON.stringify(removed).matchAll(/w\d+x/g)].map(([word]) => word)
    expect(found.toSorted(), `book ${book}`).toEqual(Array.from({ length: count }, (_, index) => `w${index}x`).toSorted())
  }
})

test('a long chapter is divided, and if the top level of the outline has only the book’s title, chapters are the level below', () => {
  const pages = Array.from({ length: 45 }, (_, index) =>
    page(index + 1, [...filler(5, `The ${nth(index)} of these days they walked`), [`and ${nth(index)} ended.`, { right: 100 }]]),
  )
  expect(buildReflow(pages, SIGNS).parts.map((part) => part.page)).toEqual([1, 21, 41])
  const outline = [
    { title: 'The Book', page: 1, depth: 0 },
    { title: 'One', page: 3, depth: 1 },
    { title: 'Two', page: 9, depth: 1 },
  ]
  const { parts } = buildReflow(pages.slice(0, 12), { ...SIGNS, outline })
  expect(parts.map(({ title, page: first }) => [title, first])).toEqual([
    ['The Book', 1],
    ['One', 3],
    ['Two', 9],
  ])
})

test('pages of labels, form fields, rotated text or garbled letters have a quality score of 0', () => {
  const good = [page(1, [...filler(20), ['and it ended.', { right: 100 }]])]
  const score = (signs: Partial<typeof SIGNS>, pages = good) => buildReflow(pages, { ...SIGNS, ...signs }).score
  expect(score({})).toBeGreaterThan(0.9)
  expect(score({ fieldCount: 10 })).toBe(0)
  expect(score({ sidewaysShare: 0.5 })).toBe(0)
  expect(score({}, [page(1, filler(20, '\ue001\ue002\ue003 \ue004 \ue005\ue006\ue007\ue008 \ue009\ue010 \ue011'))])).toBe(0)
  expect(score({}, [page(1, [['Name'], ['Date'], ['Place']])])).toBe(0)
})
