import sharp from 'sharp'

/** Pixels with their alpha, as sharp composes them. */
export type TextBlock = { data: Buffer; width: number; height: number; isRightToLeft: boolean }

type Style = {
  /** Families in the order in which their letters are looked for */
  font: string
  /** Pixels, the largest first; a text that fits in none is cut */
  sizes: readonly number[]
  width: number
  height: number
  colour: string
  /** Share of the fonts' own */
  lineHeight?: number
  /** Share of the size */
  tracking?: number
}

/** The first letter that has a direction decides, as in HTML's `dir="auto"`. */
const FIRST_IS_RTL = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Tones and variants of emoji, which are drawn in one colour. */
const NOT_DRAWN = /\p{Emoji_Modifier}|\ufe0e|\ufe0f/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Sets a text as large as it fits in a box, in as many lines as it needs. One that is too long even at the smallest size ends with an ellipsis. */
export async function fitText(text: string, style: Style): Promise<TextBlock> {
  const line = text
    .replaceAll(NOT_DRAWN, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  for (const size of style.sizes) {
    const block = await setText(line, size, style)
    if (fits(block, style)) return block
  }
  return cutText(line, style)
}

/** Finds the longest beginning that fits, by halves. */
async function cutText(text: string, style: Style): Promise<TextBlock> {
  const size = style.sizes.at(-1) ?? 0
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment)
  const cut = (count: number) => setText(`${letters.slice(0, count).join('').trimEnd()}…`, size, style)
  let fitting = 0
  let tooLong = letters.length
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2)
    if (fits(await cut(middle), style)) fitting = middle
    else tooLong = middle
  }
  // Between two words, if one ends nearby.
  const wordEnd = letters.lastIndexOf(' ', fitting)
  return cut(wordEnd > fitting / 2 ? wordEnd : fitting)
}

const fits = (block: TextBlock, { width, height }: Style) => block.width <= width && block.height <= height

async function setText(text: string, size: number, { font, width, colour, lineHeight = 1, tracking = 0 }: Style): Promise<TextBlock> {
  // Pango counts in points and their 1024ths; at 72 dpi a point is a pixel.
  const attributes = `foreground="${colour}" line_height="${lineHeight}" letter_spacing="${Math.round(tracking * size * 1024)}"`
  const { data, info } = await sharp({
    text: {
      text: `<span ${attributes}>${escapeMarkup(text)}</span>`,
      font: `${font} ${size}`,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, isRightToLeft: FIRST_IS_RTL.test(text) }
}

function escapeMarkup(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
