import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import anyAscii from 'any-ascii'
import { type Font, openSync } from 'fontkit'
import PDFDocument from 'pdfkit'

/** Style of a typeset text. `size`, `indent` and `gap` (the space above) are in points. Colors are `#rrggbb`. */
export type TextStyle = {
  /** Structure type in the tagged PDF, for screen readers */
  role: 'H1' | 'H2' | 'H3' | 'P'
  font: keyof typeof FONTS
  size: number
  color: string
  indent?: number
  gap?: number
  /** Text in the margin left of the first line, such as a bullet or a number */
  marker?: string
  /** Space below the text that must be free on the same page, in points; used for headings */
  keep?: number
}

const fontFile = (name: string) => join(import.meta.dirname, `../image/fonts/${name}.ttf`)
const FONTS = { serif: fontFile('fraunces'), sans: fontFile('source-sans-3') }
const charactersOf = (file: string) => new Set((openSync(file) as Font).characterSet)
const CHARACTERS = { serif: charactersOf(FONTS.serif), sans: charactersOf(FONTS.sans) }
const MARGIN = 45
const lineHeight = (size: number) => size * (size > 20 ? 1.15 : 1.42)

/**
 * Typesets texts as a tagged PDF with the fonts of the site. The page size is A5, which fits the width of a phone, and two A5 pages print
 * on an A4 sheet. The same texts result in the same file.
 */
export function openTypesetter({ title, author }: { title: string; author: string }) {
  const pdf = new PDFDocument({
    size: 'A5',
    margin: MARGIN,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    info: { Title: title, Author: author, CreationDate: new Date(0) },
  })
  const data = buffer(pdf)
  pdf.registerFont('serif', FONTS.serif).registerFont('sans', FONTS.sans)
  const body = pdf.struct('Document')
  pdf.addStructure(body)
  let [ground, ink] = ['#ffffff', '#000000']
  pdf.on('pageAdded', () => {
    drawArtifact(() => pdf.rect(0, 0, pdf.page.width, pdf.page.height).fill(ground))
    // The text color is set again, since a text may continue on the new page.
    pdf.fillColor(ink)
  })

  function drawArtifact(draw: () => void) {
    pdf.markContent('Artifact')
    draw()
    pdf.endMarkedContent()
  }

  return {
    startPage: (color: string) => {
      ground = color
      pdf.addPage()
    },

    /** Adds a text below the previous text, and continues on further pages if necessary. */
    write: (text: string, { role, font, size, color, indent = 0, gap = 0, marker, keep = 0 }: TextStyle) => {
      const words = readable(text, font)
      if (!words) return
      ink = color
      pdf.font(font).fontSize(size).fillColor(color)
      const lineGap = lineHeight(size) - pdf.currentLineHeight(true)
      if (pdf.y > MARGIN) pdf.y += gap
      if (pdf.y + lineHeight(size) + keep > pdf.page.maxY()) pdf.addPage()
      const draw = () => {
        const { y } = pdf
        if (marker) pdf.text(readable(marker, font), MARGIN, y, { lineBreak: false })
        pdf.text(words, MARGIN + indent, y, { lineGap, width: pdf.page.width - 2 * MARGIN - indent })
      }
      body.add(pdf.struct(role, {}, draw))
    },

    /** Draws a line across the page, which screen readers ignore. */
    rule: (color: string, gap = 8) => {
      pdf.y += gap
      drawArtifact(() => pdf.rect(MARGIN, pdf.y, pdf.page.width - 2 * MARGIN, 0.7).fill(color))
      pdf.y += 2
    },

    finish: () => {
      body.end()
      pdf.end()
      return data
    },
  }
}

/** Transliterates characters that are missing in the font, and omits emoji. */
function readable(text: string, font: keyof typeof FONTS): string {
  const known = (letter: string) => CHARACTERS[font].has(letter.codePointAt(0) ?? 0)
  const replace = (letter: string) => (/\p{Extended_Pictographic}/u.test(letter) ? '' : [...anyAscii(letter)].filter(known).join(''))
  return Array.from(text.normalize().trim(), (letter) => (letter === '\n' || known(letter) ? letter : replace(letter))).join('')
}
