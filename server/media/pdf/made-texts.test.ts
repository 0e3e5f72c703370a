import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts, setCharacterSpacing } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { buildRawPdf } from '#tests/support/raw-pdf.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { findInText } from './find-in-text.ts'
import { readBookReflow } from './read-book-reflow.ts'
import { readPageTexts } from './read-page-texts.ts'

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

async function read(path: string) {
  const blocks = ((await readBookReflow(path))?.parts ?? []).flatMap((part) => part.blocks)
  const ofKind = (kind: ReflowBlock['kind']) => blocks.filter((block) => block.kind === kind).map(blockText)
  return { ofKind, text: blocks.map(blockText).join('\n') }
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

test('the space before a letter without a width is not repeated after it', async () => {
  const widths = `/FirstChar 32 /LastChar 90 /Widths [${Array.from({ length: 59 }, (_, index) => (index === 33 ? 0 : 500)).join(' ')}] /Encoding /WinAnsiEncoding`
  const path = join(await makeTempFolder(), 'book.pdf')
  const second = '/F1 5 0 R /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const content = 'BT /F1 10 Tf 40 200 Td (XY) Tj /F2 10 Tf 10 0 Td ( ) Tj /F1 10 Tf 2.3 0 Td (ABC) Tj ET'
  await writeFile(path, buildRawPdf(content, widths).replace('/F1 5 0 R', second))
  expect((await readPageTexts(path, [1]))[0]?.content).toBe('XY ABC')
})

describe('letter-spaced headings, initials, line numbers and watermarks', () => {
  const titles = ['THE RIVER', 'THE BRIDGE', 'THE MILL']
  const titled = (drawTitle: (page: PDFPage, fonts: Fonts, title: string) => void): Draw[] =>
    titles.map(
      (title): Draw =>
        (page, fonts, number) => {
          drawTitle(page, fonts, title)
          drawProse(page, fonts.serif, 540, prose(number))
          drawProse(page, fonts.serif, 400, prose(number + 3))
        },
    )

  test.for<[string, Parameters<typeof titled>[0]]>([
    [
      'by a distance that the file states',
      (page, { serif }, title) => {
        page.pushOperators(setCharacterSpacing(5))
        page.drawText(title, { x: LEFT, y: 580, size: 16, font: serif })
        page.pushOperators(setCharacterSpacing(0))
      },
    ],
    [
      'by spaces between letters',
      (page, { serif }, title) =>
        page.drawText(
          title
            .split(' ')
            .map((word) => [...word].join(' '))
            .join('   '),
          { x: LEFT, y: 580, size: 16, font: serif },
        ),
    ],
    [
      'letter by letter, in the size of the text',
      (page, { bold }, title) => {
        let x = LEFT
        for (const letter of title) {
          if (letter !== ' ') page.drawText(letter, { x, y: 580, size: SIZE, font: bold })
          x += bold.widthOfTextAtSize(letter, SIZE) + (letter === ' ' ? 8 : 4)
        }
      },
    ],
  ])('headings set apart %s are headings, and their words are found', async ([, drawTitle]) => {
    const path = await make(titled(drawTitle))
    expect((await read(path)).ofKind('heading')).toEqual(titles)
    expect((await readPageTexts(path, [1]))[0]?.content).toContain(titles[0])
  })

  test('initials at the beginning of lines are no list items', async () => {
    const path = await make(
      [1, 2, 3].map(
        (): Draw =>
          (page, { serif }, number) => {
            const after = drawProse(page, serif, 590, prose(number))
            const lines = [
              'J. Moyo opened the meeting and thanked the builders of the',
              'bridge, and then',
              'A. Banda read the list of those who had',
              'paid.',
            ]
            drawProse(page, serif, drawLines(page, serif, after - LEADING, lines) - LEADING, prose(number + 3))
          },
      ),
    )
    const { ofKind, text } = await read(path)
    expect(ofKind('list-item')).toEqual([])
    expect(text).toContain('J. Moyo opened')
  })

  test.for([
    ['at the left, starting again on each page', LEFT - 24, 1],
    ['at the left, for every fifth line', LEFT - 24, 5],
    ['at the right', LEFT + MEASURE + 20, 1],
  ] as const)('line numbers %s are left out and a finding', async ([, x, step]) => {
    const path = await make(
      [1, 2, 3].map(
        (): Draw =>
          (page, { serif }, number) => {
            const end = [prose(number), prose(number + 3), prose(number + 6), prose(number + 9)].reduce(
              (top, text) => drawProse(page, serif, top, text),
              590,
            )
            for (let line = 1; 590 - (line - 1) * LEADING > end; line++)
              if (line % step === 0) page.drawText(`${line}`, { x, y: 590 - (line - 1) * LEADING, size: 9, font: serif })
          },
      ),
    )
    expect((await read(path)).text).not.toMatch(/\b(?:13|14|15|16|20)\b/)
    expect((await readPageTexts(path, [1]))[0]?.content).not.toMatch(/\b(?:15|20)\b/)
    expect((await findInText(path)).findings).toContainEqual({ kind: 'line-numbers', text: null, pages: [1, 2, 3] })
  })

  test.for([
    ['across the page at 30 degrees', { x: 60, y: 200, size: 52, rotate: degrees(30), color: rgb(0.8, 0.8, 0.8) }],
    ['small, repeated at an angle in the margin', { x: 8, y: 80, size: 9, rotate: degrees(60) }],
    ['large and upright across the lines', { x: 50, y: 480, size: 48, color: rgb(0.9, 0.9, 0.9) }],
  ] as const)('a watermark %s is left out and a finding', async ([, place]) => {
    const path = await make(
      [1, 2, 3].map(
        (): Draw =>
          (page, { serif, bold }, number) => {
            page.drawText('NOT FOR SALE', { ...place, font: bold })
            drawProse(page, serif, 590, prose(number))
            drawProse(page, serif, 480, prose(number + 3))
          },
      ),
    )
    expect((await read(path)).text).not.toContain('SALE')
    for (const { content } of await readPageTexts(path, [1, 2, 3])) expect(content).not.toContain('SALE')
    expect((await findInText(path)).findings).toContainEqual({ kind: 'watermark', text: 'NOT FOR SALE', pages: [1, 2, 3] })
  })
})

describe('hyphens and dashes at line ends', () => {
  const lines =
    (text: string[]): Draw =>
    (page, { serif }, number) => {
      const y = drawProse(page, serif, 590, prose(number)) - LEADING
      drawProse(page, serif, drawLines(page, serif, y, text) - LEADING, prose(number + 3))
    }

  test('a compound that the book spells with a hyphen elsewhere keeps it, and a divided word is joined', async () => {
    const { text } = await read(
      await make([
        lines(['Her mother-in-law was a well-known and hard-working woman in the village by', 'the river.']),
        lines([
          'Nobody had ever seen a more hard-',
          'working neighbor than this mother-',
          'in-law, who was well-',
          'known for her neigh-',
          'borly care.',
        ]),
      ]),
    )
    for (const words of ['more hard-working neighbor', 'this mother-in-law, who was well-known for her neighborly care.'])
      expect(text).toContain(words)
  })

  test('a compound that occurs once keeps its hyphen if its halves are words and the whole is not', async () => {
    const { text } = await read(
      await make([
        lines(['It was a self-', 'governing town with a rose-', 'colored tower and a half-', 'finished wall, and good govern-', 'ment.']),
      ]),
    )
    expect(text).toContain('a self-governing town with a rose-colored tower and a half-finished wall, and good government.')
  })

  test.for([
    [
      'with spaces, at the end of the line',
      [
        'They came to the hedge and looked over it to the garden beyond –',
        'but the gate was shut, and the dogs were in the yard behind it —',
        'and nobody answered.',
      ],
      'beyond – but the gate was shut, and the dogs were in the yard behind it — and nobody answered.',
    ],
    [
      'with spaces, at the beginning of the next line',
      [
        'They came to the hedge and looked over it to the gardens right beyond it',
        '– but the gate was shut, and the dogs were in the yard right behind them,',
        '— and nobody answered.',
      ],
      'beyond it – but the gate was shut, and the dogs were in the yard right behind them, — and nobody answered.',
    ],
    [
      'without spaces',
      [
        'They came to the hedge and looked over it to the garden beyond—',
        'but the gate was shut, and the dogs were in the yard behind the gate',
        '—and nobody answered.',
      ],
      'beyond—but the gate was shut, and the dogs were in the yard behind the gate—and nobody answered.',
    ],
    [
      'between numbers',
      ['The bridge was built in the years of the war that came next, 1914–', '1918, as the book says.'],
      'next, 1914–1918, as the book says.',
    ],
  ] as const)('a dash %s keeps its spaces', async ([, text, expected]) => {
    const found = await read(await make([lines([...text])]))
    expect(found.text).toContain(expected)
    expect(found.ofKind('list-item')).toEqual([])
  })
})

describe('pages without text', () => {
  const text: Draw = (page, { serif }, number) => void drawProse(page, serif, 590, prose(number))
  const scan: Draw = () => {}
  const blank: Draw = () => {}
  const outlined: Draw = (page) => {
    for (let letter = 0; letter < 200; letter++)
      page.drawSvgPath('M 0 0 L 4 8 L 8 0 Z', { x: LEFT + (letter % 20) * 10, y: 590 - Math.floor(letter / 20) * LEADING })
  }
  const repeat = (draw: Draw, count: number) => Array.from({ length: count }, () => draw)

  /** Makes a PDF in which the pages of `scan` are images. */
  async function makeScan(draw: Draw[], label = ''): Promise<string> {
    const document = await PDFDocument.load(await readFile(await make(draw)))
    const png = await sharp({ create: { width: 45, height: 64, channels: 3, background: '#ddd' } })
      .png()
      .toBuffer()
    const [image, font] = [await document.embedPng(png), await document.embedFont(StandardFonts.Helvetica)]
    for (const [index, page] of document.getPages().entries()) {
      if (draw[index] !== scan) continue
      page.drawImage(image, { x: 0, y: 0, width: 450, height: 640 })
      if (label !== '') page.drawText(label, { x: 300, y: 12, size: 9, font })
    }
    const path = join(await makeTempFolder(), 'scan.pdf')
    await writeFile(path, await document.save())
    return path
  }
  const withoutText = async (path: string) => (await findInText(path)).findings.find(({ kind }) => kind === 'no-text')?.pages

  test('a scan, text converted to outlines, and a scan with the name of its program are a finding with all pages', async () => {
    expect(await withoutText(await makeScan(repeat(scan, 4)))).toEqual([1, 2, 3, 4])
    expect(await withoutText(await makeScan(repeat(outlined, 4)))).toEqual([1, 2, 3, 4])
    expect(await withoutText(await makeScan(repeat(scan, 4), 'Scanned with CamScanner'))).toEqual([1, 2, 3, 4])
  })

  test('scanned and outlined pages among pages of text are a finding with their numbers', async () => {
    expect(await withoutText(await makeScan([...repeat(text, 3), scan, scan, ...repeat(text, 3)]))).toEqual([4, 5])
    expect(await withoutText(await makeScan([...repeat(text, 3), outlined, outlined, ...repeat(text, 3)]))).toEqual([4, 5])
    expect(await withoutText(await makeScan([...repeat(text, 20), ...repeat(scan, 3)]))).toEqual([21, 22, 23])
  })

  test('a cover, a picture and blank pages are no finding', async () => {
    const pages = [scan, blank, ...repeat(text, 10), scan, ...repeat(text, 3), blank, blank, blank]
    expect(await withoutText(await makeScan(pages))).toBeUndefined()
  })
})
