// @module-tag full
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { openPdf } from '#server/media/pdf/open-pdf.ts'
import { readOutline } from '#server/media/pdf/read-book-pages.ts'
import { readDrawnPages } from '#server/media/pdf/read-book-reflow.ts'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { hasPoppler, readWithPoppler, wordsOf } from '#tests/support/poppler.ts'
import { letters } from './heading-levels.ts'
import { type ReflowedBook, reflowBook } from './reflow-book.ts'
import { textOf } from './reflow-line.ts'

describe.skipIf(!hasCorpus)('reflowable text of a book of 352 pages', () => {
  const path = corpusFile('pdf/freeculture.pdf')
  let reflow: ReflowedBook
  beforeAll(async () => {
    const document = await openPdf(path)
    if (!document) throw new Error('The book needs no password')
    reflow = await reflowBook(readDrawnPages(document, path), await readOutline(document))
    await document.loadingTask.destroy()
  }, 120_000)
  const blocks = () => reflow.parts.flatMap((part) => part.blocks)

  test('the reflowable text of a long book has chapters as headings and parts, compresses to less than 300 KB, and has a high score', () => {
    const headings = blocks().filter((block) => block.kind === 'heading' && block.level < 3 && block.page > 6)
    expect(headings.map(blockText)).toEqual([
      ...['CONTENTS', 'PREFACE', 'INTRODUCTION', '“PIRACY”', 'CHAPTER ONE: Creators', 'CHAPTER TWO: “Mere Copyists”'],
      ...['CHAPTER THREE: Catalogs', 'CHAPTER FOUR: “Pirates”', 'CHAPTER FIVE: “Piracy”', '“PROPERTY”', 'CHAPTER SIX: Founders'],
      ...['CHAPTER SEVEN: Recorders', 'CHAPTER EIGHT: Transformers', 'CHAPTER NINE: Collectors', 'CHAPTER TEN: “Property”', 'PUZZLES'],
      ...['CHAPTER ELEVEN: Chimera', 'CHAPTER TWELVE: Harms', 'BALANCES', 'CHAPTER THIRTEEN: Eldred', 'CHAPTER FOURTEEN: Eldred II'],
      ...['CONCLUSION', 'AFTERWORD', 'US, NOW', 'THEM, SOON', 'NOTES', 'ACKNOWLEDGMENTS', 'INDEX', 'ABOUT THE AUTHOR'],
    ])
    const bytes = reflow.parts.map((part) => brotliCompressSync(JSON.stringify({ blocks: part.blocks })).length)
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(300_000)
    expect(reflow.score).toBeGreaterThan(0.9)
  })

  test('the reflowable text of a long book has no running heads, no page numbers, and no word split at the end of a line or page', () => {
    const texts = blocks()
      .filter(({ page }) => page > 11 && page < 339)
      .map(blockText)
    expect(texts.filter((text) => /^\d+$|free-culture\.org\/get-it|\d+ ?FREE CULTURE|^(?:PREFACE|NOTES|INDEX) \d+$/.test(text))).toEqual([])
    expect(texts.filter((text) => /\p{L}-$|\u00ad/u.test(text))).toEqual([])
  })

  test('the paragraphs of a long book begin and end as in print', () => {
    const expected = readFileSync(new URL('./free-culture.sample.txt', import.meta.url), 'utf8')
    const pages = [...expected.matchAll(/^page (\d+)$/gm)].map(([, page]) => Number(page))
    expect(pages.map((page) => describePage(page, blocks())).join('')).toBe(expected)
  })

  test('each entry of the table of contents in a long book links to the heading with its title', () => {
    const entries = blocks().filter(({ kind, page }) => kind === 'list-item' && page >= 9 && page <= 11)
    expect(entries).toHaveLength(53)
    for (const entry of entries) {
      const [part, block] = (entry.kind === 'list-item' && entry.target) || [0, 0]
      const target = reflow.parts[part - 1]?.blocks[block] as ReflowBlock
      const title = letters(`${'marker' in entry ? entry.marker : ''}${blockText(entry)}`)
      expect([target.kind, title], title).toEqual(['heading', expect.stringContaining(letters(blockText(target)))])
      expect(target.page).toBeGreaterThan(11)
    }
  })

  test('the 222 note numbers of a long book link to the endnotes, in order', () => {
    const order = new Map(blocks().map((block, index) => [block, index]))
    const notes = blocks().flatMap((block) => (block.kind === 'picture' ? [] : (block.noteCalls ?? []).map((call) => ({ block, call }))))
    const targets = notes.map(({ block, call: [offset, part, at] }) => {
      const note = reflow.parts[part - 1]?.blocks[at]
      expect(note?.kind === 'note' && note.marker).toBe(/^\d+/.exec(blockText(block).slice(offset))?.[0])
      return order.get(note as ReflowBlock) ?? 0
    })
    expect(targets).toHaveLength(222)
    expect(targets).toEqual([...new Set(targets)].toSorted((one, other) => one - other))
  })

  test.skipIf(!hasPoppler)('the reflowable text of a long book has the words that pdftotext finds, in the same order', () => {
    const theirs = wordsOf(readWithPoppler(path, { first: 17, last: 312 }))
    const own = blocks().filter(({ page }) => page >= 17 && page <= 312)
    const ours = own.flatMap((block) => [...('marker' in block && block.marker ? wordsOf(block.marker) : []), ...wordsOf(blockText(block))])
    const heads = new Set(reflow.removed.flatMap((line) => wordsOf(textOf(line))))
    const groups = (words: string[]) => new Set(words.map((_, index) => words.slice(index, index + 3).join(' ')))
    const [known, found] = [groups(theirs), [...groups(ours)]]
    expect(found.filter((group) => known.has(group)).length / found.length).toBeGreaterThan(0.98)
    const words = new Set(ours)
    const lacking = theirs.filter((word) => !words.has(word) && !heads.has(word) && !/\d/.test(word))
    expect(lacking.length / theirs.length).toBeLessThan(0.01)
  })
})

/** Describes the blocks that begin on a page: their kinds and their first and last words. */
function describePage(page: number, all: ReflowBlock[]): string {
  const lines = all
    .filter((block) => block.page === page)
    .map((block) => {
      if (block.kind === 'picture') return `picture ${block.box?.map(Math.round).join(' ')}`
      const words = blockText(block).split(/\s/)
      const ends = words.length > 8 ? `${words.slice(0, 4).join(' ')} … ${words.slice(-3).join(' ')}` : words.join(' ')
      const marker = 'marker' in block && block.marker ? ` ${block.marker}` : ''
      return `${block.kind}${marker}${block.breaks ? ' (goes on)' : ''}: ${ends}`
    })
  return [`page ${page}`, ...lines, '', ''].join('\n')
}
