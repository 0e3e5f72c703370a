import sharp from 'sharp'

/** Rendered text as a PNG with an alpha channel, for compositing with sharp. */
export type TextBlock = { data: Buffer; width: number; height: number; isRightToLeft: boolean }

type Style = {
  /** Font families, in fallback order */
  font: string
  /** Font sizes in pixels, largest first; a text that doesn't fit at the smallest size is truncated */
  sizes: readonly number[]
  width: number
  height: number
  color: string
  /** Line height as a multiple of the font's own line height */
  lineHeight?: number
  /** Letter spacing as a share of the font size */
  tracking?: number
}

/** Matches right-to-left text. The first letter decides, as in HTML's `dir="auto"`. */
const FIRST_IS_RTL = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Characters that are not drawn: skin tones and variation selectors of emoji, which are drawn in a single color. */
const NOT_DRAWN = /\p{Emoji_Modifier}|\ufe0e|\ufe0f/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Renders a text at the largest size at which its lines fit a box. A text too long for the smallest size is truncated with an ellipsis. */
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

/** Truncates a text to its longest beginning that fits the box, found by binary search. */
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
  // The text is truncated between words, if a word ends in the second half of the fitting text.
  const wordEnd = letters.lastIndexOf(' ', fitting)
  return cut(wordEnd > fitting / 2 ? wordEnd : fitting)
}

const fits = (block: TextBlock, { width, height }: Style) => block.width <= width && block.height <= height

async function setText(text: string, size: number, { font, width, color, lineHeight = 1, tracking = 0 }: Style): Promise<TextBlock> {
  // Pango measures letter spacing in 1/1024 of a point; at 72 dpi a point is a pixel.
  const attributes = `foreground="${color}" line_height="${lineHeight}" letter_spacing="${Math.round(tracking * size * 1024)}"`
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
    .catch(drawNothing)
  return { data, width: info.width, height: info.height, isRightToLeft: FIRST_IS_RTL.test(text) }
}

/** Returns a transparent pixel for a text without visible characters, such as one of zero-width spaces. */
function drawNothing(error: Error) {
  if (!error.message.includes('no text to render')) throw error
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: 1, height: 1, channels: 4, background: transparent } })
    .png()
    .toBuffer({ resolveWithObject: true })
}

function escapeMarkup(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
