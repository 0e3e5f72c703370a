import { expect, test } from 'vitest'
import type { Highlight } from './stored-highlights.ts'
import { toMarkdown, toPage, toText } from './write-highlights.ts'

const highlight = (changes: Partial<Highlight>): Highlight => ({
  id: '1',
  book: 'a',
  part: 1,
  fromBlock: 0,
  fromOffset: 0,
  toBlock: 0,
  toOffset: 4,
  page: 12,
  quote: 'lamp',
  note: '',
  ...changes,
})
const BOOKS = [
  {
    title: 'The Lit Window',
    entries: [
      { highlight: highlight({}), place: 'Page iv' },
      { highlight: highlight({ quote: '1. Light <b>\n- more', note: 'Ask *Rudo*', color: 'green' }), place: 'Page 13, The window' },
      { highlight: highlight({ quote: 'candle' }), place: 'Not in this edition' },
    ],
  },
]

test('exported text has pages, chapters and notes', () => {
  expect(toText(BOOKS)).toBe(
    'Highlights in The Lit Window\n\nPage iv\n“lamp”\n\nPage 13, The window\n“1. Light <b>\n- more”\nNote: Ask *Rudo*\n\nNot in this edition\n“candle”\n',
  )
})

test('exported Markdown shows words as they are, with their colors', () => {
  expect(toMarkdown(BOOKS)).toBe(
    '# The Lit Window\n\n> lamp\n\n— Page iv (yellow)\n\n> 1\\. Light \\<b\\>\n>\n> \\- more\n\n— Page 13, The window (green)\n\nAsk \\*Rudo\\*\n\n> candle\n\n— Not in this edition (yellow)\n',
  )
})

test('the page for printing has no markup of the words', () => {
  const page = toPage(BOOKS)
  expect(page).toContain('<title>The Lit Window highlights</title>')
  expect(page).toContain('<p>1. Light &lt;b&gt;</p><p>- more</p>')
  expect(page).not.toContain('<b>')
})
