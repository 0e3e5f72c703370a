import { expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import { buildReflowText as filler, type LinePlace, buildReflowPage as page } from '#tests/support/reflow-page.ts'
import { buildReflow } from './build-reflow.ts'

const SIGNS = { outline: [], sidewaysShare: 0, fieldCount: 0 }
const read = (...lines: [string, LinePlace?][]) =>
  buildReflow([page(1, [...filler(8), ...lines, ['And so on it went for', { after: 30 }], ...filler(8)])], SIGNS)
    .parts.flatMap(({ blocks }) => blocks)
    .map((block) => [block.kind, blockText(block)])
/** Lines as wide as their text in a font whose letters are half as wide as high. */
const set = (text: string, place: LinePlace = {}): [string, LinePlace] => [text, { right: (place.x ?? 40) + text.length * 5, ...place }]

test('lines that end early are kept, and a gap begins the next stanza', () => {
  const blocks = read(
    set('The Lord is my shepherd', { after: 30 }),
    set('I shall not want'),
    set('He maketh me to lie down'),
    set('He leadeth me beside', { after: 24 }),
    set('the still waters of the hill'),
    set('He restoreth my soul'),
  )
  expect(blocks.filter(([kind]) => kind === 'lines')).toEqual([
    ['lines', 'The Lord is my shepherd\nI shall not want\nHe maketh me to lie down'],
    ['lines', 'He leadeth me beside\nthe still waters of the hill\nHe restoreth my soul'],
  ])
})

test('an indented line of verse begins with spaces, and the rest of a long line joins it', () => {
  const long = 'and all the people of the hills came down to the river and sang'
  const blocks = read(
    set('O sing unto the river', { after: 30 }),
    set('a song of the morning', { x: 60 }),
    set(long, { right: 340 }),
    set('until it was day', { x: 64 }),
    set('and the night was gone'),
    set('from the far bank'),
  )
  expect(blocks).toContainEqual([
    'lines',
    `O sing unto the river\n\u2003\u2003a song of the morning\n${long} until it was day\nand the night was gone\nfrom the far bank`,
  ])
})

test('every second line of a hymn is indented, and no line joins the one above', () => {
  const blocks = read(
    set('The king is dead', { after: 30 }),
    set('and who will sing', { x: 64 }),
    set('long live the bread'),
    set('the women bring', { x: 64 }),
    set('our help in the ages that are past', { after: 24 }),
    set('our hope for years to come', { x: 64 }),
    set('our shelter from the storm and cold', {}),
    set('and our eternal home', { x: 64 }),
  )
  expect(blocks.filter(([kind]) => kind === 'lines').map(([, text]) => text?.split('\n').length)).toEqual([4, 4])
})

test('paragraphs of one line, a bold title of two lines and prose in a narrow measure are not verse', () => {
  const speech = read(set('“Where are you going?”', { after: 30 }), set('“To the river.”'), set('“Then take the bucket.”'))
  expect(speech.filter(([kind]) => kind === 'lines')).toEqual([])
  const narrow = read(
    set('This is a demonstration edition. The people', { after: 30 }),
    set('are imagined, and any likeness to someone'),
    set('you know is the kind that all neighbors'),
    set('share, as they share the water of the well.'),
  )
  expect(narrow.filter(([kind]) => kind === 'lines')).toEqual([])
})

test('verse is recognized in a book without prose', () => {
  const stanza = (first: string): [string, LinePlace?][] => [
    set(first, { after: 30 }),
    set('a lamp unto my feet'),
    set('and a light'),
    set('unto my path today'),
  ]
  const pages = [1, 2, 3].map((number) => ({ ...page(number, [...stanza('Thy word is'), ...stanza('I have sworn and will')]), width: 420 }))
  const blocks = buildReflow(pages, SIGNS).parts.flatMap(({ blocks: own }) => own)
  expect(blocks.map(({ kind }) => kind)).toEqual(Array(6).fill('lines'))
})

test('lines of Chinese verse, which have no spaces, are kept', () => {
  const han = (text: string, place: LinePlace = {}): [string, LinePlace] => [text, { right: 40 + text.length * 10, ...place }]
  const verse = [
    '一缕青丝一生珍藏桥上的恋人入对出双',
    '桥边红药叹夜太漫长月也摇晃人也',
    '乌蓬里传来了一曲离殇庐州月光洒在心上',
    '月下的你不复当年模样太多的伤',
  ]
  const blocks = read(...verse.map((text, index) => han(text, index === 0 ? { after: 30 } : {})))
  expect(blocks.filter(([kind]) => kind === 'lines')).toEqual([['lines', verse.join('\n')]])
})
