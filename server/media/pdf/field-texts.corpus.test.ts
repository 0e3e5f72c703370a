import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { corpusFile } from '#tests/support/corpus.ts'
import { findInText } from './find-in-text.ts'
import { readBookReflow } from './read-book-reflow.ts'
import { readPageTexts } from './read-page-texts.ts'

const FILES = 'field2/verse.pdf'
const file = (name: string) => corpusFile(`field2/${name}`)
async function readBlocks(name: string) {
  const reflow = await readBookReflow(file(name))
  return (reflow?.parts ?? []).flatMap(({ blocks }) => blocks)
}
const readContent = async (name: string, page = 1) => (await readPageTexts(file(name), [page]))[0]?.content ?? ''
const ofKind = (blocks: ReflowBlock[], kind: ReflowBlock['kind']) => blocks.filter((block) => block.kind === kind).map(blockText)

describe.runIf(existsSync(corpusFile(FILES)))('texts of field files', () => {
  test('verse keeps its lines and stanzas, and a hymn its numbers', async () => {
    const stanzas = ofKind(await readBlocks('verse.pdf'), 'lines').map((text) => text.split('\n'))
    expect(stanzas.slice(0, 6)).toEqual(
      Array(6).fill([
        'on the far bank a heron stood',
        'so still we took it for a post',
        'and the river went by it',
        'with the sound of a long coat',
        'drawn over grass in the evening',
      ]),
    )
    const hymn = stanzas.slice(6)
    expect(hymn.map(({ length }) => length)).toEqual(Array(5).fill(4))
    expect(hymn.map(([first]) => first)).toEqual([1, 2, 3, 4, 5].map((number) => `${number}. Awake, my soul, and with the sun`))
  })

  test('letter-spaced headings are words, in the reading view and in the text of their page', async () => {
    expect(ofKind(await readBlocks('letterspaced.pdf'), 'heading')).toEqual([
      'CHAPTER ONE',
      'THE ORCHARD WALL',
      'CHAPTER TWO',
      'THE RIVER ROAD',
    ])
    expect(await readContent('letterspaced.pdf', 2)).toContain('THE ORCHARD WALL')
  })

  test('text that stands for glyphs takes their place', async () => {
    const words = 'The Federal Office for the official affiliation'
    expect((await readBlocks('actualtext-pua.pdf')).map(blockText).join(' ')).toContain(words)
    expect(await readContent('actualtext-pua.pdf')).toContain(words)
  })

  test('a watermark at an angle is left out of text, headings and contents, and is a finding', async () => {
    const reflow = await readBookReflow(file('watermark45.pdf'))
    expect(JSON.stringify(reflow)).not.toContain('SAMPLE COPY')
    expect(await readContent('watermark45.pdf')).not.toContain('SAMPLE')
    expect((await findInText(file('watermark45.pdf'))).findings).toEqual([
      { kind: 'watermark', text: 'SAMPLE COPY', pages: [1, 2, 3, 4, 5] },
    ])
  })

  test('a table without rules has rows and cells', async () => {
    const [table] = (await readBlocks('table.pdf')).filter(({ kind }) => kind === 'table')
    expect(table).toMatchObject({ hasHead: true })
    const rows = blockText(table as ReflowBlock).split('\n')
    expect(rows).toHaveLength(9)
    expect(rows.slice(0, 2)).toEqual(['Month\tIncome\tCosts', 'January\t300 dollars\t150 dollars'])
  })

  test('a ruled table has a head and whole rows, and its head is no heading', async () => {
    const blocks = await readBlocks('lo-workbook.pdf')
    const tables = ofKind(blocks, 'table').map((text) => text.split('\n').map((row) => row.split('\t')))
    expect(tables).toHaveLength(5)
    for (const rows of tables) {
      expect(rows[0]).toEqual(['Time', 'Task', 'Who', 'State'])
      expect(rows[1]).toEqual(['Week 1', 'Read the first chapter and write down three questions for the group', 'Anna', 'Done'])
      expect(rows).toHaveLength(5)
    }
    expect(ofKind(blocks, 'heading')).toHaveLength(5)
  })

  test('dashes at line ends keep the spaces on both sides and begin no list', async () => {
    const blocks = await readBlocks('dash-spaced.pdf')
    expect(ofKind(blocks, 'list-item')).toEqual([])
    expect(blocks.map(blockText).join('\n')).not.toMatch(/\S–|–\S/)
  })

  test('compounds keep their hyphen at line ends', async () => {
    const pages = (await readPageTexts(file('real-hyphen.pdf'), [1, 2, 3, 4, 5])).map(({ content }) => content)
    const texts = [(await readBlocks('real-hyphen.pdf')).map(blockText).join(' '), pages.join(' ')]
    for (const word of ['price-determining', 'self-governing', 'well-meant', 'twenty-first', 'vice-presidency'])
      for (const text of texts) expect(text).toContain(word)
  })

  test('each line of speech after a dash is a paragraph', async () => {
    const blocks = await readBlocks('dialogue-en.pdf')
    expect(ofKind(blocks, 'list-item')).toEqual([])
    expect(ofKind(blocks, 'paragraph').filter((text) => text.startsWith('– '))).toHaveLength(30)
  })
})
