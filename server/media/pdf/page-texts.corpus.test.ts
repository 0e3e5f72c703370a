import { describe, expect, test } from 'vitest'
import { corpusFile, corpusFiles, hasCorpus } from '#tests/support/corpus.ts'
import { hasPoppler, readWithPoppler, wordsOf } from '#tests/support/poppler.ts'
import { sampledPages } from '#tests/support/sampled-pages.ts'
import { readBookPages } from './read-book-pages.ts'
import { readPageTexts } from './read-page-texts.ts'

const MIN_SHARE = 0.98
/** Files whose words or word order correctly differ from pdftotext's: the minimum share of matching words, and the reason. */
const DIFFERENT: Record<string, { words?: number; order: number; because: string }> = {
  '160F-2019.pdf': { order: 0.7, because: 'a form: its labels have no order; ours is that of the file' },
  'TAMReview.pdf': { words: 0, order: 0, because: 'most fonts don’t say what their letters mean: poppler guesses, we leave them out' },
  'basicapi.pdf': { order: 0.9, because: 'the line at the foot of page 3 comes in the order of the file' },
  'rotated.pdf': { words: 0.8, order: 0.6, because: 'poppler breaks a word that stands aslant' },
  'tracemonkey.pdf': { order: 0.94, because: 'tables are read row by row, poppler reads them column by column; figures stand elsewhere' },
}

/** Complete expected page texts of some files. */
const EXPECTED: Record<string, string[]> = {
  'ArabicCIDTrueType.pdf': [Array(4).fill('انواع الخطوط العربية').join(' ')],
  'basicapi.pdf': [
    `Table Of Content Chapter 1 ${'.'.repeat(58)} 2 Paragraph 1.1 ${'.'.repeat(54)} 3 page 1 / 3`,
    'Chapter 1 page 2 / 3',
    'Paragraph 1.1 Powered by TCPDF (www.tcpdf.org) page 3 / 3',
  ],
  'bitmap-symbol.pdf': [''],
  'rotated.pdf': ['Rotated text Page 1 test test t e s t test'],
}

const readTexts = async (name: string, pages: number[]) =>
  (await readPageTexts(corpusFile(`pdf/${name}`), pages)).map(({ content }) => content)

describe.runIf(hasCorpus)('page texts of corpus files', () => {
  test.runIf(hasPoppler).for(corpusFiles('pdf'))(
    'page texts of %s have the words that pdftotext finds, in the same order',
    async (name) => {
      const path = corpusFile(`pdf/${name}`)
      const { sizes } = await readBookPages(path)
      const pages = sampledPages(sizes.length, 15)
      const texts = await readTexts(name, pages)
      let [all, same, inOrder] = [0, 0, 0]
      for (const [index, page] of pages.entries()) {
        const theirs = wordsOf(readWithPoppler(path, { first: page, last: page }))
        const ours = wordsOf(texts[index] ?? '')
        all += Math.max(theirs.length, ours.length)
        same += countSame(theirs, ours)
        inOrder += countInOrder(theirs, ours)
      }
      const { words = MIN_SHARE, order = MIN_SHARE } = DIFFERENT[name] ?? {}
      expect(same, 'words').toBeGreaterThanOrEqual(words * all)
      expect(inOrder, 'words in order').toBeGreaterThanOrEqual(order * all)
    },
  )

  test.for(Object.entries(EXPECTED))('page texts of %s match the complete expected texts', async ([name, expected]) => {
    const pages = expected.map((_, index) => index + 1)
    expect(await readTexts(name, pages)).toEqual(expected)
  })

  test('page texts contain letters of a Japanese font that is not embedded in the file', async () => {
    expect((await readTexts('noembed-sjis.pdf', [1]))[0]).toContain('あいうえお')
  })

  test('page texts omit text in fonts without a Unicode mapping', async () => {
    const [garbled = '', good] = await readTexts('TAMReview.pdf', [4, 23])
    expect(garbled).toBe('The Theory of Reasoned Action bi ei nbi mci Sprouts - http://sprouts.aisnet.org/9-37')
    expect(good).toContain('Kalle Lyytinen, Case Western Reserve University')
  })
})

function countSame(some: string[], others: string[]): number {
  const left = Map.groupBy(others, (word) => word)
  return some.filter((word) => left.get(word)?.pop() !== undefined).length
}

/** Returns the length of the longest common subsequence. */
function countInOrder(some: string[], others: string[]): number {
  let row = new Uint16Array(others.length + 1)
  for (const word of some) {
    const next = new Uint16Array(others.length + 1)
    for (const [index, other] of others.entries())
      next[index + 1] = word === other ? (row[index] as number) + 1 : Math.max(row[index + 1] as number, next[index] as number)
    row = next
  }
  return row.at(-1) ?? 0
}
