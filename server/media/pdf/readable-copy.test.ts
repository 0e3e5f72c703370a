import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { drawPage } from './draw-page.ts'
import { readBookPages } from './read-book-pages.ts'
import { readBookReflow } from './read-book-reflow.ts'
import { readPageTexts } from './read-page-texts.ts'

// sharp's decoders are enabled again after the import of `draw-page.ts`, which blocks them, since the test decodes images in the same
// process.
sharp.unblock({ operation: ['VipsForeignLoad'] })

let folder: string
beforeAll(async () => {
  folder = await makeTempFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const GROUPS = 3
const LINE_HEIGHT = 30
const WIDTH = 300

type Expression = number | { operator: 'And' | 'Or' | 'Not'; operands: Expression[] }
type Condition = { group: number } | { policy: string | null; groups: number[] } | { expression: Expression }

const group = fc.nat({ max: GROUPS - 1 })
const expression = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    group,
    fc.record({ operator: fc.constant('Not' as const), operands: fc.tuple(tie('expression')) }),
    fc.record({
      operator: fc.constantFrom('And' as const, 'Or' as const),
      operands: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).expression
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ group }),
  fc.record({
    policy: fc.constantFrom('AllOn', 'AnyOn', 'AnyOff', 'AllOff', null),
    groups: fc.array(group, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ expression: expression.filter((one) => typeof one !== 'number') }),
)
const ways = ['marked content', 'marked content of a form', 'a form', 'a form in marked content', 'nested marked content'] as const
const layered = fc.record({
  isOnAtFirst: fc.boolean(),
  states: fc.array(fc.constantFrom('ON', 'OFF', null), { minLength: GROUPS, maxLength: GROUPS }),
  usages: fc.array(fc.constantFrom('ON', 'OFF', null, null), { minLength: GROUPS, maxLength: GROUPS }),
  lines: fc.array(fc.record({ condition, way: fc.constantFrom(...ways), operator: fc.constantFrom('Tj', "'", '"', 'TJ') }), {
    minLength: 1,
    maxLength: 8,
  }),
})
type Layered = typeof layered extends fc.Arbitrary<infer T> ? T : never

/** Builds a PDF page with lines of text in layers. A line is visible if its layer condition is met; the last line is always visible. */
async function buildLayered({ isOnAtFirst, states, usages, lines }: Layered) {
  const document = await PDFDocument.create()
  const { context } = document
  const groups = usages.map((state) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Layer'), ...(state && { Usage: { View: { ViewState: state } } }) })),
  )
  const members = (state: string) => groups.filter((_, index) => states[index] === state)
  document.catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: groups, D: { BaseState: isOnAtFirst ? 'ON' : 'OFF', ON: members('ON'), OFF: members('OFF') } }),
  )
  const toExpression = (one: Expression): PDFObject =>
    typeof one === 'number' ? (groups[one] as PDFObject) : context.obj([one.operator, ...one.operands.map(toExpression)])
  const toContent = (one: Condition): PDFObject => {
    if ('group' in one) return groups[one.group] as PDFObject
    if ('expression' in one) return context.register(context.obj({ Type: 'OCMD', VE: toExpression(one.expression) }))
    const members = one.groups.map((index) => groups[index] as PDFObject)
    return context.register(context.obj({ Type: 'OCMD', OCGs: members, ...(one.policy && { P: one.policy }) }))
  }

  const Font = { F: context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })) }
  const Properties = context.obj({})
  const XObject = context.obj({})
  const height = LINE_HEIGHT * (lines.length + 1)
  const form = (content: string, dict = {}) =>
    context.register(
      context.flateStream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, WIDTH, height],
        Resources: { Font, Properties },
        ...dict,
      }),
    )
  const contents = lines.map(({ condition: hides, way, operator }, index) => {
    const [key, content] = [PDFName.of(`C${index}`), toContent(hides)]
    Properties.set(key, content)
    const shown = `BT /F 20 Tf 20 TL 10 ${height - LINE_HEIGHT * (index + 1) + 6} Td ${showOperation(operator, `Line ${index}`)} ET`
    const marked = `/OC /C${index} BDC ${shown} EMC`
    if (way === 'marked content') return marked
    if (way === 'nested marked content') return `/P BMC /OC /C${index} BDC /Span << /MCID 1 >> BDC ${shown} EMC EMC EMC`
    XObject.set(key, way === 'a form' ? form(shown, { OC: content }) : form(way === 'marked content of a form' ? marked : shown))
    return way === 'a form in marked content' ? `/OC /C${index} BDC /C${index} Do EMC` : `/C${index} Do`
  })
  const { node } = document.addPage([WIDTH, height])
  node.set(PDFName.of('Resources'), context.obj({ Font, Properties, XObject }))
  const last = `BT /F 20 Tf 10 6 Td (Line ${lines.length}) Tj ET`
  node.set(PDFName.of('Contents'), context.register(context.flateStream([...contents, last].join('\n'))))
  return document.save()
}

/** Returns an operation that shows a text. The operators ' and " move to the next line first. */
function showOperation(operator: string, text: string): string {
  if (operator === 'TJ') return `[(${text})] TJ`
  if (operator === 'Tj') return `(${text}) Tj`
  return `0 20 Td ${operator === '"' ? '0 0 ' : ''}(${text}) ${operator}`
}

/** Returns the lines that have dark pixels in the image of the page. */
async function drawnLines(path: string, count: number): Promise<number[]> {
  const [picture] = await drawPage({ path, page: 1, widths: [480], format: 'webp' })
  const { data, info } = await sharp(picture?.content).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isDrawn = (line: number) => {
    const from = Math.floor((info.height * line) / count) * info.width
    const to = Math.floor((info.height * (line + 1)) / count) * info.width
    return data.subarray(from, to).some((level) => level < 128)
  }
  return Array.from({ length: count }, (_, line) => line).filter(isDrawn)
}

describe('texts in layers', () => {
  test('texts in layers are read if and only if they are visible on the rendered page', { tags: ['property'] }, async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(layered, async (book) => {
        const path = join(folder, `layered-${++count}.pdf`)
        await writeFile(path, await buildLayered(book))
        const [text] = await readPageTexts(path, [1])
        const read = [...(text?.content ?? '').matchAll(/Line (\d+)/g)].map(([, line]) => Number(line))
        expect(read).toEqual(await drawnLines(path, book.lines.length + 1))
      }),
      { numRuns: longRuns(150) },
    )
  })

  const off: Layered = {
    isOnAtFirst: true,
    states: ['OFF', null, null],
    usages: [null, null, null],
    lines: ways.map((way) => ({ condition: { group: 0 }, way, operator: 'Tj' })),
  }

  test('texts in hidden layers are not in the page text, however they are assigned to a layer', async () => {
    const path = join(folder, 'off.pdf')
    await writeFile(path, await buildLayered(off))
    expect((await readPageTexts(path, [1]))[0]?.content).toBe(`Line ${ways.length}`)
    await writeFile(join(folder, 'on.pdf'), await buildLayered({ ...off, states: ['ON', null, null] }))
    const all = Array.from({ length: ways.length + 1 }, (_, line) => `Line ${line}`).join(' ')
    expect((await readPageTexts(join(folder, 'on.pdf'), [1]))[0]?.content).toBe(all)
  })

  test('a book has no text if all its text is in hidden layers', async () => {
    const document = await PDFDocument.load(await buildLayered(off))
    const { node } = document.getPage(0)
    node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream('/OC /C0 BDC BT /F 20 Tf (Hidden) Tj ET EMC')))
    const path = join(folder, 'all-off.pdf')
    await writeFile(path, await document.save())
    expect(await readBookPages(path)).toMatchObject({ hasText: false, sizes: [[WIDTH, LINE_HEIGHT * (ways.length + 1)]] })
  })

  test('links in hidden layers are not in the page text', async () => {
    const document = await PDFDocument.load(await buildLayered(off))
    const { context } = document
    const hidden = document.getPage(0).node.Resources()?.lookup(PDFName.of('Properties')) as ReturnType<typeof context.obj>
    const link = (uri: string, dict = {}) => ({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 9, 9],
      A: { S: 'URI', URI: PDFString.of(uri) },
      ...dict,
    })
    const OC = (hidden as never as Map<PDFName, PDFObject>).get(PDFName.of('C0'))
    document
      .getPage(0)
      .node.set(PDFName.of('Annots'), context.obj([link('https://shown.example/'), link('https://hidden.example/', { OC })] as never))
    const path = join(folder, 'links.pdf')
    await writeFile(path, await document.save())
    expect((await readPageTexts(path, [1]))[0]?.links.map(([, , , , target]) => target)).toEqual(['https://shown.example/'])
  })

  test.runIf(hasCorpus)('the texts of a real workbook do not contain the answers, which are in a hidden layer', async () => {
    const path = corpusFile('field/layer-off.pdf')
    const texts = await readPageTexts(path, [1, 2, 3])
    expect(texts.map(({ content }) => content).join(' ')).toContain('Question 3.1')
    expect(JSON.stringify(texts)).not.toContain('SECRETANSWER')
    expect(JSON.stringify(await readBookReflow(path))).not.toContain('SECRETANSWER')
  })
})
