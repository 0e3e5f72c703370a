import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import anyAscii from 'any-ascii'
import { PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import { type Font, readFont } from './read-font.ts'

/** Roles of texts for screen readers. */
type Role = 'H1' | 'H2' | 'H3' | 'P' | 'LI'
/** `size`, `indent` and `gap`, the space above, are in points. Colours are `#rrggbb`. */
export type TextStyle = {
  role: Role
  font: keyof typeof FONTS
  size: number
  colour: string
  indent?: number
  gap?: number
  /** Text in the margin left of the first line, such as a bullet or a number */
  marker?: string
  /** Points below the text that must be left on the page, for headings */
  keep?: number
}

const FONTS = { serif: 'fraunces', sans: 'source-sans-3' } as const
const FONT_FOLDER = join(import.meta.dirname, '../image/fonts')
/** A5: a page fits a phone’s width, and two print on a sheet. */
const PAGE = { width: 419.53, height: 595.28, margin: 45 }
const lineHeight = (size: number) => size * (size > 20 ? 1.15 : 1.42)

let fonts: Record<keyof typeof FONTS, Font> | undefined

/** `marks` is the number of marked texts */
type Page = { ground: string; content: string[]; marks: number }
type Element = { role: Role; parts: { page: number; id: number }[] }

/**
 * Sets text in pages of A5, as a tagged PDF with the fonts of the site. Characters that the fonts lack are transliterated, since the text
 * has no shaping. The same texts give the same file.
 */
export function openTypesetter() {
  fonts ??= { serif: openFont('serif'), sans: openFont('sans') }
  const { serif, sans } = fonts
  const all = { serif, sans }
  const used = { serif: new Map<number, number>(), sans: new Map<number, number>() }
  const pages: Page[] = []
  let y = 0

  const widthOf = (text: string, { font, size }: Pick<TextStyle, 'font' | 'size'>) => {
    let width = 0
    for (const letter of text) width += all[font].widthOf(all[font].glyphOf(letter.codePointAt(0) ?? 0))
    return (width * size) / 1000
  }

  function encode(text: string, font: keyof typeof FONTS): string {
    let hex = ''
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0
      const glyph = all[font].glyphOf(code)
      used[font].set(glyph, code)
      hex += glyph.toString(16).padStart(4, '0')
    }
    return `<${hex}>`
  }

  /** Replaces what the font lacks, and splits at line breaks. */
  function readable(text: string, font: Font): string[] {
    const known = (letter: string) => font.glyphOf(letter.codePointAt(0) ?? 0) !== 0
    const lines = text.normalize().split(/\s*\n\s*/)
    return lines.map((line) => [...line].map((letter) => (known(letter) ? letter : [...asciiOf(letter)].filter(known).join(''))).join(''))
  }

  function wrap(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((each) => breakWord(each, style, width))) {
      const longer = line ? `${line} ${word}` : word
      if (line && widthOf(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return line ? [...lines, line] : lines
  }

  function breakWord(word: string, style: TextStyle, width: number): string[] {
    if (widthOf(word, style) <= width) return [word]
    const parts = ['']
    for (const letter of word) {
      const last = parts.length - 1
      if (widthOf(parts[last] + letter, style) > width) parts.push(letter)
      else parts[last] += letter
    }
    return parts
  }

  const doc = PDFDocument.create({ updateMetadata: false })
  const elements: Element[] = []

  function startPage(ground: string) {
    pages.push({ ground, content: [`${rgbOf(ground)} rg 0 0 ${PAGE.width} ${PAGE.height} re f`], marks: 0 })
    y = PAGE.height - PAGE.margin
  }

  return {
    startPage,

    /** Adds a text below the last one, on further pages if it does not fit. */
    write: (text: string, style: TextStyle) => {
      const { font, size, colour, indent = 0, gap = 0, marker, keep = 0, role } = style
      const width = PAGE.width - 2 * PAGE.margin - indent
      const lines = readable(text, all[font]).flatMap((line) => wrap(line, style, width))
      if (lines.length === 0) return
      const height = lineHeight(size)
      const isFirst = y === PAGE.height - PAGE.margin
      y -= isFirst ? 0 : gap
      const [mark = ''] = marker === undefined ? [] : readable(marker, all[font])
      const parts: Element['parts'] = []
      let open: Page | undefined
      for (const [index, line] of lines.entries()) {
        if (y - height - (index === 0 ? keep : 0) < PAGE.margin) {
          open?.content.push('EMC')
          open = undefined
          startPage(pages.at(-1)?.ground ?? '#ffffff')
        }
        const page = pages.at(-1)
        if (!page) throw new Error('The document has no page yet')
        if (!open) {
          const id = page.marks++
          parts.push({ page: pages.length - 1, id })
          page.content.push(`/${role} <</MCID ${id}>> BDC`)
          open = page
        }
        const baseline = y - size
        const draw = (x: number, words: string) =>
          page.content.push(
            `BT /${font} ${size} Tf ${rgbOf(colour)} rg ${x.toFixed(2)} ${baseline.toFixed(2)} Td ${encode(words, font)} Tj ET`,
          )
        if (index === 0 && mark) draw(PAGE.margin, mark)
        draw(PAGE.margin + indent, line)
        y -= height
      }
      open?.content.push('EMC')
      elements.push({ role, parts })
    },

    /** Draws a line across the text, for eyes only. */
    rule: (colour: string, gap = 8) => {
      y -= gap
      const page = pages.at(-1)
      page?.content.push(`/Artifact BMC ${rgbOf(colour)} rg ${PAGE.margin} ${y.toFixed(2)} ${PAGE.width - 2 * PAGE.margin} 0.7 re f EMC`)
      y -= 2
    },

    finish: async ({ title, author }: { title: string; author: string }): Promise<Buffer> => finish(await doc, { title, author }),
  }

  async function finish(pdf: PDFDocument, { title, author }: { title: string; author: string }) {
    const { context } = pdf
    pdf.setTitle(title, { showInWindowTitleBar: true })
    pdf.setAuthor(author)
    pdf.setLanguage('en-GB')
    const ofFonts = { serif: embedFont(pdf, 'serif', serif, used.serif), sans: embedFont(pdf, 'sans', sans, used.sans) }
    const made = pages.map(({ content }, index) => {
      const page = pdf.addPage([PAGE.width, PAGE.height])
      page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content.join('\n'))))
      page.node.set(PDFName.of('Resources'), context.obj({ Font: ofFonts }))
      page.node.set(PDFName.of('StructParents'), context.obj(index))
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
      return page
    })
    const [root, body] = [context.nextRef(), context.nextRef()]
    const parents = pages.map((): PDFRef[] => [])
    const refs = elements.map(({ role, parts }) => {
      const kids = parts.map(({ page, id }) => ({ Type: 'MCR', Pg: made[page]?.ref, MCID: id }))
      const ref = context.register(context.obj({ Type: 'StructElem', S: role === 'LI' ? 'P' : role, P: body, K: kids as never }))
      for (const { page, id } of parts) (parents[page] as PDFRef[])[id] = ref
      return ref
    })
    context.assign(body, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: refs }))
    const nums = parents.flatMap((list, index) => [context.obj(index), context.register(context.obj(list))])
    context.assign(
      root,
      context.obj({ Type: 'StructTreeRoot', K: body, ParentTree: { Nums: nums } as never, ParentTreeNextKey: pages.length }),
    )
    pdf.catalog.set(PDFName.of('StructTreeRoot'), root)
    pdf.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
    return Buffer.from(await pdf.save({ useObjectStreams: true }))
  }
}

function openFont(name: keyof typeof FONTS): Font {
  return readFont(readFileSync(join(FONT_FOLDER, `${FONTS[name]}.ttf`)))
}

/** @param used glyphs with their characters */
function embedFont({ context }: PDFDocument, name: string, font: Font, used: Map<number, number>): PDFRef {
  const base = `${name === 'serif' ? 'Fraunces' : 'SourceSans3'}-Regular`
  const descriptor = context.obj({
    ...{ Type: 'FontDescriptor', FontName: base, Flags: 4, FontBBox: font.box, ItalicAngle: 0, StemV: 80 },
    ...{ Ascent: font.ascent, Descent: font.descent, CapHeight: font.ascent },
    FontFile2: context.register(context.flateStream(font.data, { Length1: font.data.length })),
  })
  const glyphs = [...used.keys()].sort((one, other) => one - other)
  const descendant = context.obj({
    ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: base, CIDToGIDMap: 'Identity' },
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    W: glyphs.flatMap((glyph) => [glyph, [font.widthOf(glyph)]]) as never,
  })
  const font0 = { Type: 'Font', Subtype: 'Type0', BaseFont: base, Encoding: 'Identity-H', DescendantFonts: [context.register(descendant)] }
  const toUnicode = context.register(context.flateStream(unicodeMap(used)))
  return context.register(context.obj({ ...font0, ToUnicode: toUnicode }))
}

/** Writes the map from glyphs to characters, with which text is copied, searched and read aloud. */
function unicodeMap(used: Map<number, number>): string {
  const utf16 = (code: number) => PDFHexString.fromText(String.fromCodePoint(code)).asString().slice(4).toLowerCase()
  const lines = [...used].map(([glyph, code]) => `<${glyph.toString(16).padStart(4, '0')}> <${utf16(code)}>`)
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100)
    blocks.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Text def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap end end`
}

/** Returns Latin letters for a letter; nothing for emoji. */
function asciiOf(letter: string): string {
  return /\p{Extended_Pictographic}/u.test(letter) ? '' : anyAscii(letter)
}

function rgbOf(colour: string): string {
  return [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')
}
