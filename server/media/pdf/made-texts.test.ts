import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { readBookReflow } from './read-book-reflow.ts'

const SIZE = 11
const LEADING = 14
const LEFT = 60
const MEASURE = 330
const WORDS =
  'The road went down to the river and the children followed it with their baskets, talking of the fair that was to come and of the music that they would hear there. Nobody in the village had seen the new bridge, though many had spoken of it since the spring. When the rain stopped they put down the baskets under a tree and looked across the water to the other bank, where a man was leading two horses up the hill toward the old mill.'.split(
    ' ',
  )
/** Returns prose that differs from page to page, since rows at the edges of pages that repeat are running heads. */
const prose = (number: number) =>
  `It was day ${number}. ${[...WORDS.slice(number * 5), ...WORDS.slice(0, number * 5)].join(' ').replace(/\.$/, '')}.`

type Fonts = { serif: PDFFont; bold: PDFFont; code: PDFFont; codeItalic: PDFFont }
type Draw = (page: PDFPage, fonts: Fonts, number: number) => void

/** Makes a PDF with a page for each function. */
async function make(draw: Draw[]): Promise<string> {
  const document = await PDFDocument.create()
  const [serif, bold, code, codeItalic] = await Promise.all(
    [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold, StandardFonts.Courier, StandardFonts.CourierOblique].map((name) =>
      document.embedFont(name),
    ),
  )
  for (const [index, one] of draw.entries()) one(document.addPage([450, 640]), { serif, bold, code, codeItalic } as Fonts, index + 1)
  const path = join(await makeTempFolder(), 'book.pdf')
  await writeFile(path, await document.save())
  return path
}

/** Draws text in lines that are as full as possible, and returns the baseline after it. */
function drawProse(page: PDFPage, font: PDFFont, top: number, text: string): number {
  let [line, y] = ['', top]
  const flush = () => {
    page.drawText(line, { x: LEFT, y, size: SIZE, font })
    y -= LEADING
    line = ''
  }
  for (const word of text.split(' ')) {
    if (line !== '' && font.widthOfTextAtSize(`${line} ${word}`, SIZE) > MEASURE) flush()
    line += `${line === '' ? '' : ' '}${word}`
  }
  flush()
  return y
}

/** Draws lines one below the other, and returns the baseline after them. */
function drawLines(page: PDFPage, font: PDFFont, top: number, lines: string[], size = SIZE): number {
  for (const [index, text] of lines.entries()) page.drawText(text, { x: LEFT, y: top - index * LEADING, size, font })
  return top - lines.length * LEADING
}

const textOf = (block: ReflowBlock) =>
  block.kind === 'picture' ? '' : block.text.map((span) => (typeof span === 'string' ? span : span[0])).join('')
async function read(path: string) {
  const blocks = ((await readBookReflow(path))?.parts ?? []).flatMap((part) => part.blocks)
  const ofKind = (kind: ReflowBlock['kind']) => blocks.filter((block) => block.kind === kind).map(textOf)
  return { ofKind, text: blocks.map(textOf).join('\n') }
}

describe('code', () => {
  const CODE = ['def total(prices):', '    sum = 0', '    for price in prices:', '        sum += price', '', '    return sum']

  test('lines of code keep their line ends, indents and empty lines, and are no headings', async () => {
    const page: Draw = (one, { serif, code }, number) => {
      const after = drawProse(one, serif, 590, prose(number))
      drawProse(one, serif, drawLines(one, code, after - 10, CODE, 10) - 10, prose(number + 3))
    }
    const { ofKind } = await read(await make([page, page, page]))
    expect(ofKind('code')).toEqual(Array(3).fill(CODE.join('\n')))
    expect(ofKind('heading')).toEqual([])
    expect(ofKind('paragraph')).toEqual([1, 4, 2, 5, 3, 6].map(prose))
  })

  test('code whose words are placed one by one keeps its columns, and comments in italics belong to it', async () => {
    const page: Draw = (one, { serif, code, codeItalic }, number) => {
      const y = drawProse(one, serif, 590, prose(number)) - 12
      const place = (row: number, column: number, text: string, font = code) =>
        one.drawText(text, { x: LEFT + 20 + column * 6, y: y - row * 12, size: 10, font })
      place(0, 0, 'rows')
      place(0, 5, '=')
      place(0, 7, '3;')
      place(0, 14, '// one for each', codeItalic)
      place(1, 0, 'columns')
      place(1, 8, '=')
      place(1, 10, '12;')
      place(1, 14, '// and two more', codeItalic)
      drawProse(one, serif, y - 40, prose(number + 3))
    }
    const { ofKind } = await read(await make([page, page]))
    expect(ofKind('code')).toEqual(Array(2).fill('rows = 3;     // one for each\ncolumns = 12; // and two more'))
  })

  test('a single line of code between paragraphs is code; a word in the font of code within a paragraph is not', async () => {
    const page: Draw = (one, { serif, code }, number) => {
      const y = drawProse(one, serif, 590, prose(number)) - 10
      one.drawText('total([1, 2, 3])', { x: LEFT, y, size: 10, font: code })
      one.drawText('Call', { x: LEFT, y: y - 24, size: SIZE, font: serif })
      one.drawText('total()', { x: LEFT + 24, y: y - 24, size: 10, font: code })
      one.drawText('with a list of prices, and print what it returns.', { x: LEFT + 70, y: y - 24, size: SIZE, font: serif })
      drawProse(one, serif, y - 60, prose(number + 3))
    }
    const { ofKind } = await read(await make([page, page, page]))
    expect(ofKind('code')).toEqual(Array(3).fill('total([1, 2, 3])'))
    expect(ofKind('paragraph')).toContain('Call total() with a list of prices, and print what it returns.')
  })

  test('headings in the style of a typewriter, and a typescript, are not code', async () => {
    const titled: Draw = (one, { serif, code }, number) => {
      one.drawText(`CHAPTER ${['ONE', 'TWO', 'THREE'][number - 1]}`, { x: LEFT, y: 590, size: SIZE, font: code })
      drawProse(one, serif, 550, prose(number))
    }
    const book = await read(await make([titled, titled, titled]))
    expect(book.ofKind('code')).toEqual([])
    expect(book.ofKind('heading')).toEqual(['CHAPTER ONE', 'CHAPTER TWO', 'CHAPTER THREE'])
    const typed: Draw = (one, { code }, number) =>
      void drawProse(one, code, drawProse(one, code, 590, prose(number)) - LEADING, prose(number + 3))
    const typescript = await read(await make([typed, typed]))
    expect(typescript.ofKind('code')).toEqual([])
    expect(typescript.ofKind('paragraph')).toEqual([1, 4, 2, 5].map(prose))
  })
})
