import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument, PDFName, type PDFObject, type PDFRef, PDFString, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentsOfPdf } from '#tests/support/pdf-contents.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { writePreview } from './write-preview.ts'

type Context = PDFDocument['context']
type Resource = { category: string; object: PDFObject; draw: (name: string) => string }
/** Builds one kind of page resource. `mark` returns a text that identifies the kind of the resource and its page. */
type Kind = (context: Context, mark: (part: string) => string) => Resource

const PREVIEW = { percent: 10, least: 2, most: 2 }
const PREVIEW_PAGES = 2
const BOX = { BBox: [0, 0, 100, 100] }

const stream = (context: Context, text: string, dict = {}) => context.register(context.flateStream(text, dict))
const form = (context: Context, text: string, dict = {}) => stream(context, text, { Type: 'XObject', Subtype: 'Form', ...BOX, ...dict })
const image = (context: Context, data: string, dict = {}) =>
  stream(context, data, { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8, ColorSpace: 'DeviceGray', ...dict })
const tint = (context: Context, text: string) =>
  stream(context, `{ % ${text}\n pop 0 }`, { FunctionType: 4, Domain: [0, 1], Range: [0, 1] })
const type3 = (context: Context, glyphs: Record<string, PDFRef>, differences: (number | string)[], dict = {}) =>
  context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, 0, 1, 1],
      FontMatrix: [1, 0, 0, 1, 0, 0],
      FirstChar: 0,
      LastChar: 1,
      Widths: [1, 1],
      CharProcs: glyphs,
      Encoding: { Type: 'Encoding', Differences: differences },
      ...dict,
    }),
  )

const KINDS: Record<string, Kind> = {
  image: (context, mark) => ({
    category: 'XObject',
    object: image(context, mark('data'), { SMask: image(context, mark('softmask')), Mask: image(context, mark('mask')) }),
    draw: (name) => `/${name} Do`,
  }),
  form: (context, mark) => ({
    category: 'XObject',
    object: form(context, `% ${mark('content')}\n/In Do`, { Resources: { XObject: { In: form(context, `% ${mark('nested')}`) } } }),
    draw: (name) => `/${name} Do`,
  }),
  'soft mask': (context, mark) => ({
    category: 'ExtGState',
    object: context.obj({ SMask: { S: 'Alpha', G: form(context, `% ${mark('group')}`), TR: tint(context, mark('transfer')) } }),
    draw: (name) => `/${name} gs`,
  }),
  transfer: (context, mark) => ({
    category: 'ExtGState',
    object: context.register(context.obj({ TR: tint(context, mark('function')) })),
    draw: (name) => `/${name} gs`,
  }),
  glyphs: (context, mark) => ({
    category: 'Font',
    object: type3(context, { a: stream(context, `1 0 d0 % ${mark('procedure')}\n/In Do`) }, [65, 'a'], {
      Resources: { XObject: { In: image(context, mark('picture')) } },
    }),
    draw: (name) => `BT /${name} 1 Tf (A) Tj ET`,
  }),
  'glyphs of a graphics state': (context, mark) => ({
    category: 'ExtGState',
    object: context.obj({ Font: [type3(context, { a: stream(context, `1 0 d0 % ${mark('procedure')}`) }, [65, 'a']), 1] }),
    draw: (name) => `/${name} gs BT <41> Tj ET`,
  }),
  'font program': (context, mark) => ({
    category: 'Font',
    object: context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: 'Some',
      FirstChar: 65,
      LastChar: 65,
      Widths: [500],
      FontDescriptor: { Type: 'FontDescriptor', FontName: 'Some', Flags: 4, FontFile2: stream(context, mark('program')) },
      ToUnicode: stream(context, `1 beginbfchar <41> <${Buffer.from(mark('unicode'), 'utf16le').swap16().toString('hex')}> endbfchar`),
    }),
    draw: (name) => `BT /${name} 1 Tf (A) Tj ET`,
  }),
  'composite font': (context, mark) => ({
    category: 'Font',
    object: context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'Some',
      Encoding: stream(context, `% ${mark('encoding')}`, { Type: 'CMap', CMapName: 'Own' }),
      DescendantFonts: [
        {
          Type: 'Font',
          Subtype: 'CIDFontType2',
          BaseFont: 'Some',
          CIDToGIDMap: stream(context, mark('glyphids')),
          CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
          FontDescriptor: { Type: 'FontDescriptor', FontName: 'Some', Flags: 4, FontFile3: stream(context, mark('program')) },
        },
      ],
    }),
    draw: (name) => `BT /${name} 1 Tf <0001> Tj ET`,
  }),
  shading: (context, mark) => ({
    category: 'Shading',
    object: context.obj({ ShadingType: 2, ColorSpace: 'DeviceGray', Coords: [0, 0, 1, 1], Function: tint(context, mark('function')) }),
    draw: (name) => `/${name} sh`,
  }),
  mesh: (context, mark) => ({
    category: 'Shading',
    object: stream(context, mark('data'), { ShadingType: 4, ColorSpace: ['ICCBased', stream(context, mark('profile'), { N: 1 })] }),
    draw: (name) => `/${name} sh`,
  }),
  separation: (context, mark) => ({
    category: 'ColorSpace',
    object: context.obj(['Separation', mark('color'), 'DeviceGray', tint(context, mark('function'))]),
    draw: (name) => `/${name} cs 1 scn`,
  }),
  'several colors': (context, mark) => ({
    category: 'ColorSpace',
    object: context.obj(['DeviceN', [mark('color')], 'DeviceGray', tint(context, mark('function'))]),
    draw: (name) => `/${name} CS 1 SCN`,
  }),
  'indexed colors': (context, mark) => ({
    category: 'ColorSpace',
    object: context.obj(['Indexed', 'DeviceGray', 1, PDFString.of(mark('table'))]),
    draw: (name) => `BI /W 1 /H 1 /BPC 8 /CS /${name} ID \0 EI`,
  }),
  tiling: (context, mark) => ({
    category: 'Pattern',
    object: stream(context, `% ${mark('content')}\n/In gs`, {
      PatternType: 1,
      PaintType: 1,
      TilingType: 1,
      XStep: 9,
      YStep: 9,
      ...BOX,
      Resources: { ExtGState: { In: { SMask: { S: 'Alpha', G: form(context, `% ${mark('mask')}`) } } } },
    }),
    draw: (name) => `/Pattern cs /${name} scn 0 0 9 9 re f`,
  }),
  'shading pattern': (context, mark) => ({
    category: 'Pattern',
    object: context.obj({
      PatternType: 2,
      Shading: { ShadingType: 1, ColorSpace: 'DeviceGray', Function: tint(context, mark('function')) },
    }),
    draw: (name) => `/Pattern CS /${name} SCN 0 0 9 9 re S`,
  }),
}

/** PDF entries that are never drawn. A preview omits all of them, even on its own pages. */
const PRIVATE: Record<string, (context: Context, mark: string) => Record<string, PDFObject>> = {
  'page: private data': (context, mark) => ({
    PieceInfo: context.obj({ Some: { Private: PDFString.of(mark) } }),
    Metadata: stream(context, mark),
    Thumb: image(context, mark),
    AA: context.obj({ O: { S: 'JavaScript', JS: PDFString.of(mark) } }),
    AF: context.obj([{ Type: 'Filespec', F: PDFString.of(mark) }]),
    Unknown: PDFString.of(mark),
  }),
  'page: annotations': (context, mark) => ({
    Annots: context.obj([
      { Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 1, 1], Contents: PDFString.of(mark) },
      { Type: 'Annot', Subtype: 'Stamp', Rect: [0, 0, 1, 1], AP: { N: form(context, `% ${mark}`) } },
      { Type: 'Annot', Subtype: 'Widget', FT: 'Tx', Rect: [0, 0, 1, 1], V: PDFString.of(mark), T: PDFString.of(mark) },
      {
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 1, 1],
        Contents: PDFString.of(mark),
        Unknown: PDFString.of(mark),
        A: { S: 'URI', URI: PDFString.of('https://example.org/'), Next: { S: 'URI', URI: PDFString.of(mark) } },
      },
    ]),
  }),
}

function addCatalog({ context, catalog }: PDFDocument, mark: string) {
  const words = PDFString.of(mark)
  const entries = {
    Outlines: { Type: 'Outlines', First: context.register(context.obj({ Title: words })), Count: 1 },
    Names: { Dests: { Names: [words, [0]] }, EmbeddedFiles: { Names: [words, { F: words, EF: { F: stream(context, mark) } }] } },
    OCProperties: { OCGs: [context.register(context.obj({ Type: 'OCG', Name: words }))], D: { Order: [[words]], Name: words } },
    PageLabels: { Nums: [0, { S: 'D' }, PREVIEW_PAGES, { P: words }] },
    Metadata: stream(context, mark),
    StructTreeRoot: { Type: 'StructTreeRoot', K: [{ S: 'P', ActualText: words, Alt: words, E: words }] },
    AcroForm: { Fields: [{ FT: 'Tx', V: words }], XFA: stream(context, mark) },
    Threads: [{ I: { Title: words } }],
    OutputIntents: [{ Info: words }],
    Unknown: words,
  }
  for (const [key, value] of Object.entries(entries)) catalog.set(PDFName.of(key), context.obj(value as never))
}

const KIND_NAMES = Object.keys(KINDS)
const arbitraryBook = fc.record({
  /** Kinds of resources that each page of the random book draws. */
  pages: fc.array(fc.uniqueArray(fc.constantFrom(...KIND_NAMES), { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 7 }),
  sharing: fc.constantFrom('one list', 'page tree', 'a copy for each page' as const),
  /** Forms that wrap the drawing of a page, each with all resources or with no resources of its own. */
  wrapped: fc.array(fc.boolean(), { maxLength: 3 }),
})
type Book = typeof arbitraryBook extends fc.Arbitrary<infer T> ? T : never

/** Builds a book whose pages share their resources. */
async function buildBook({ pages, sharing, wrapped }: Book) {
  const book = await PDFDocument.create()
  const { context } = book
  const lists: Record<string, Record<string, PDFObject>> = { XObject: {} }
  const letters = Object.fromEntries(
    pages.map((_, index) => [
      `letter${markOf('glyph name', 'name', index + 1)}`,
      stream(context, `1 0 d0 % ${markOf('shared font', 'procedure', index + 1)}`),
    ]),
  )
  const unicode = pages.map(
    (_, index) =>
      `<${codeOf(index)}> <${Buffer.from(markOf('shared font', 'unicode', index + 1), 'utf16le')
        .swap16()
        .toString('hex')}>`,
  )
  lists.Font = {
    Shared: type3(context, letters, [1, ...Object.keys(letters)], {
      ToUnicode: stream(context, `${pages.length} beginbfchar ${unicode.join(' ')} endbfchar`),
    }),
  }
  lists.Properties = {}
  const resources = context.obj(lists as Record<string, never>)
  const contents: string[] = []
  for (const [index, kinds] of pages.entries()) {
    const page = index + 1
    const drawn = kinds.map((kind, at) => {
      const { category, object, draw } = (KINDS[kind] as Kind)(context, (part) => markOf(kind, part, page))
      const list = resources.lookup(PDFName.of(category)) ?? context.obj({})
      resources.set(PDFName.of(category), list)
      const name = `R${page}_${at}_${markOf('resource name', 'name', page)}`
      ;(list as typeof resources).set(PDFName.of(name), object)
      return `q ${draw(name)} Q`
    })
    const properties = resources.lookup(PDFName.of('Properties')) as typeof resources
    properties.set(PDFName.of(`P${page}`), context.obj({ ActualText: PDFString.of(markOf('properties', 'text', page)) }))
    properties.set(
      PDFName.of(`L${page}`),
      context.register(context.obj({ Type: 'OCG', Name: PDFString.of(markOf('properties', 'layer', page)) })),
    )
    drawn.push(`/Span /P${page} BDC EMC /OC /L${page} BDC EMC BT /Shared 1 Tf <${codeOf(index)}> Tj ET`)
    const xobjects = resources.lookup(PDFName.of('XObject')) as typeof resources
    let content = drawn.join('\n')
    for (const [depth, isOwn] of wrapped.entries()) {
      xobjects.set(PDFName.of(`W${page}_${depth}`), form(context, content, isOwn ? { Resources: resources } : {}))
      content = `/W${page}_${depth} Do`
    }
    contents.push(content)
  }
  for (const [index, content] of contents.entries()) {
    const { node } = book.addPage([100, 100])
    node.set(PDFName.of('Contents'), context.obj([stream(context, content), stream(context, '')]))
    node.delete(PDFName.of('Resources'))
    if (sharing !== 'page tree') node.set(PDFName.of('Resources'), sharing === 'one list' ? context.register(resources) : resources.clone())
    for (const [kind, entries] of Object.entries(PRIVATE))
      for (const [key, value] of Object.entries(entries(context, markOf(kind, 'entry', index + 1)))) node.set(PDFName.of(key), value)
  }
  if (sharing === 'page tree') book.catalog.Pages().set(PDFName.of('Resources'), resources)
  addCatalog(book, markOf('catalog', 'entry', pages.length))
  return book.save({ useObjectStreams: false })
}

const codeOf = (index: number) => String(index + 1).padStart(2, '0')
const markOf = (kind: string, part: string, page: number) => `MK-${kind.replaceAll(/\W/g, '')}-${part}-${page}x`

/** Finds the identifying texts (marks) of each page in the content of a PDF, as `kind part`. */
function marksIn(contents: string): Map<number, Set<string>> {
  const marks = new Map<number, Set<string>>()
  for (const [, kind, part, page] of contents.replaceAll('\0', '').matchAll(/MK-(\w+)-(\w+)-(\d+)x/g)) {
    const known = marks.get(Number(page)) ?? new Set()
    marks.set(Number(page), known.add(`${kind} ${part}`))
  }
  return marks
}

type Sheet = {
  /** Returns the sheet that a page is part of, and whether the page is the second of two parts. */
  cut: (index: number) => { sheet: number; part?: number }
  /**
   * How a page shows part of its sheet: by a crop box in the sheet's content, or by drawing a form or image that is larger than the page.
   */
  draws: 'content' | 'form' | 'image'
}

const SHEET_PAGES = 12
const SHEETS: Record<string, Sheet> = {
  'halves of spreads': { cut: (index) => ({ sheet: Math.ceil(index / 2), part: (index + 1) % 2 }), draws: 'content' },
  'halves of the sheets of a booklet': {
    cut: (index) => ({ sheet: Math.min(index, SHEET_PAGES - 1 - index), part: index < SHEET_PAGES / 2 ? 1 : 0 }),
    draws: 'content',
  },
  'halves of a form': { cut: (index) => ({ sheet: Math.ceil(index / 2), part: (index + 1) % 2 }), draws: 'form' },
  'halves of a scan': { cut: (index) => ({ sheet: Math.ceil(index / 2), part: (index + 1) % 2 }), draws: 'image' },
}

/** Builds a book whose pages show parts of sheets. A sheet has the text of two pages of 100 × 100, side by side. */
async function buildSheets({ cut, draws }: Sheet) {
  const book = await PDFDocument.create()
  const { context } = book
  const font = await book.embedFont(StandardFonts.Helvetica)
  const line = 'words of a page '.repeat(40)
  const text = `BT /F 1 Tf 5 50 Td (${line}) Tj 100 0 Td (${line}) Tj ET`
  const sheets = new Map<number, PDFRef>()
  const draw = {
    content: () => stream(context, text),
    form: () => form(context, text, { BBox: [0, 0, 200, 100] }),
    image: () => image(context, 'x'),
  }
  for (let index = 0; index < SHEET_PAGES; index++) {
    const { sheet, part } = cut(index)
    const drawn = sheets.get(sheet) ?? draw[draws]()
    sheets.set(sheet, drawn)
    const { node } = book.addPage([part === undefined || draws !== 'content' ? 100 : 200, 100])
    const place = `${draws === 'image' ? (part === undefined ? '110 0 0 110' : '200 0 0 100') : '1 0 0 1'} ${-100 * (part ?? 0)} 0 cm`
    node.set(PDFName.of('Contents'), draws === 'content' ? drawn : stream(context, `${place} /X Do`))
    node.set(PDFName.of('Resources'), context.obj({ Font: { F: font.ref }, XObject: { X: drawn } }))
    if (draws === 'content') node.set(PDFName.of('CropBox'), context.obj([100 * (part ?? 0), 0, 100 * (part ?? 0) + 100, 100]))
  }
  return book.save()
}

describe('a preview', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeTempFolder()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function previewOf(book: Uint8Array): Promise<Uint8Array> {
    const [path, target] = [join(folder, 'book.pdf'), join(folder, 'preview.pdf')]
    await rm(target, { force: true })
    await writeFile(path, book)
    expect(await writePreview(path, target, PREVIEW)).toBe(PREVIEW_PAGES)
    return readFile(target)
  }

  test.for(KIND_NAMES)(
    'a preview contains all content of its own pages and none of other pages if all pages share a list of %s',
    async (kind) => {
      const book: Book = { pages: Array(5).fill([kind]), sharing: 'one list', wrapped: [] }
      await expectOwnMarksOnly(book)
    },
  )

  test('a preview contains no content of other pages in random books with shared resources', { tags: ['property'] }, async () => {
    await fc.assert(fc.asyncProperty(arbitraryBook, expectOwnMarksOnly), { numRuns: longRuns(100) })
  })

  test.for(Object.keys(SHEETS))('a preview of pages that show parts of larger pages is refused: %s', async (kind) => {
    const [path, target] = [join(folder, 'sheets.pdf'), join(folder, 'sheets-preview.pdf')]
    await writeFile(path, await buildSheets(SHEETS[kind] as Sheet))
    await expect(writePreview(path, target, PREVIEW)).rejects.toThrow('Its pages show parts of')
    await writeFile(path, await buildSheets({ cut: () => ({ sheet: 0 }), draws: 'image' }))
    expect(await writePreview(path, target, PREVIEW)).toBe(PREVIEW_PAGES)
    await rm(target)
  })

  async function expectOwnMarksOnly(book: Book) {
    const whole = await buildBook(book)
    const before = marksIn(contentsOfPdf(whole))
    expect(before.size).toBe(book.pages.length)
    const marks = marksIn(contentsOfPdf(await previewOf(whole)))
    const others = [...marks].filter(([page]) => page > PREVIEW_PAGES).flatMap(([, found]) => [...found])
    expect(others).toEqual([])
    for (let page = 1; page <= PREVIEW_PAGES; page++) {
      const drawn = [...(before.get(page) ?? [])].filter((mark) => !/^(page|properties)/.test(mark))
      expect([...(marks.get(page) ?? [])].sort()).toEqual(drawn.sort())
    }
  }
})
