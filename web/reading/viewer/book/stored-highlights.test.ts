import { expect, test } from 'vitest'
import { MAX_HIGHLIGHTS } from '#contracts/admin/retention.ts'
import { writeHighlights } from '#web/reading/viewer/reflow/highlights/highlights-panel.tsx'
import { type Highlight, parseHighlights, putHighlight } from './stored-highlights.ts'

const highlight = (id: string, changes: Partial<Highlight> = {}): Highlight => ({
  ...{ id, book: 'a', part: 1, fromBlock: 0, fromOffset: 0, toBlock: 0, toOffset: 4, page: 12, quote: 'lamp', note: '' },
  ...changes,
})

test('only the newest highlights are stored, each once', () => {
  let list: Highlight[] = []
  for (let index = 0; index <= MAX_HIGHLIGHTS; index++) list = putHighlight(list, highlight(`${index}`))
  list = putHighlight(list, highlight('9', { note: 'changed' }))
  expect(list).toHaveLength(MAX_HIGHLIGHTS)
  expect(list.filter(({ id }) => id === '9').map(({ note }) => note)).toEqual(['changed'])
})

test('invalid stored highlights are ignored', () => {
  expect(parseHighlights(JSON.stringify([highlight('1'), { ...highlight('2'), quote: 3 }, { ...highlight('3'), page: null }, 7]))).toEqual([
    highlight('1'),
  ])
})

test('exported highlights name page and chapter and include their notes', () => {
  const text = writeHighlights('The Lit Window', [highlight('1'), highlight('2', { page: 13, note: 'Ask Rudo' })], {
    nameOfPage: (page) => ({ 12: 'iv' })[page] ?? `${page}`,
    findChapter: (page) => (page === 13 ? 'The window' : undefined),
  })
  expect(text).toBe('Highlights in The Lit Window\n\nPage iv\n“lamp”\n\nPage 13, The window\n“lamp”\nNote: Ask Rudo\n')
})
