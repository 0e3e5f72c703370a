import { categoryColor } from '#web/lib/category-color.ts'

const WIDTH = 1080
const HEIGHT = 1350
const MARGIN = 108
/** Height of the box of the words, above title and author */
const WORDS = { top: 270, height: 720 }
const SIZES = [76, 68, 60, 54, 48, 43, 38, 34]
const LINE = 1.34
const MOON = '#f3ead9'
const HAZE = '#cfc7b8'
const LAMP = '#e9b44c'

export type Quote = {
  words: string
  title: string
  author: string | undefined
  /** Categories of the book, which have colors */
  categories: readonly string[]
  direction: 'ltr' | 'rtl'
}

/** Draws words of a book on its color, with title and author, as a picture for a status or a story: 1080 × 1350 pixels. */
export async function drawQuote({ words, title, author, categories, direction }: Quote): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('The browser gives no canvas')
  const [serif, sans] = ['--font-serif', '--font-sans'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))
  // A missing font is replaced by another one of the list.
  await Promise.allSettled([document.fonts.load(`500 60px ${serif}`, words), document.fonts.load(`500 60px ${sans}`, title)])
  const isRight = direction === 'rtl'
  const start = isRight ? WIDTH - MARGIN : MARGIN
  const width = WIDTH - 2 * MARGIN
  brush.direction = direction
  brush.textAlign = 'start'
  brush.textBaseline = 'alphabetic'

  brush.fillStyle = backgroundOf(categoryColor(categories))
  brush.fillRect(0, 0, WIDTH, HEIGHT)
  brush.fillStyle = LAMP
  brush.font = `500 220px ${serif}`
  brush.fillText(isRight ? '”' : '“', start, 270)
  brush.fillStyle = MOON
  const { lines, size } = fitWords(brush, words, { width, family: serif ?? 'serif' })
  brush.font = `500 ${size}px ${serif}`
  for (const [index, line] of lines.entries()) brush.fillText(line, start, WORDS.top + size + index * size * LINE)

  brush.fillStyle = LAMP
  brush.fillRect(isRight ? WIDTH - MARGIN - 120 : MARGIN, 1072, 120, 3)
  brush.fillStyle = MOON
  brush.font = `600 40px ${serif}`
  const titleLines = cutLines(breakLines(brush, title, width), 2)
  for (const [index, line] of titleLines.entries()) brush.fillText(line, start, 1134 + index * 50)
  brush.fillStyle = HAZE
  brush.font = `400 32px ${sans}`
  if (author) brush.fillText(cutLines(breakLines(brush, author, width), 1)[0] ?? '', start, 1134 + titleLines.length * 50)
  brush.fillText(location.host, start, HEIGHT - 64)

  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('The browser could not write the picture')
  return file
}

/** Returns the lines of the words in the largest size in which they fit. Words that fit in no size are cut, with an ellipsis. */
function fitWords(brush: CanvasRenderingContext2D, words: string, { width, family }: { width: number; family: string }) {
  for (const size of SIZES) {
    brush.font = `500 ${size}px ${family}`
    const lines = words.split('\n').flatMap((line) => breakLines(brush, line, width))
    const most = Math.floor(WORDS.height / (size * LINE))
    if (lines.length <= most || size === SIZES.at(-1)) return { lines: cutLines(lines, most), size }
  }
  return { lines: [], size: 0 }
}

function cutLines(lines: string[], most: number): string[] {
  if (lines.length <= most) return lines
  const last = lines[most - 1] ?? ''
  return [...lines.slice(0, most - 1), `${last.slice(0, Math.max(0, last.lastIndexOf(' '))) || last.slice(0, -1)} …`]
}

/** Breaks a text between words; a word that is wider than a line, or a script without spaces, between characters. */
export function breakLines(brush: Pick<CanvasRenderingContext2D, 'measureText'>, text: string, width: number): string[] {
  const fits = (line: string) => brush.measureText(line).width <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const character of word) {
      if (line && !fits(line + character)) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return line ? [...lines, line] : lines
}

/** Returns the background color of a CSS class, which the owner of the site may have changed. */
function backgroundOf(color: string): string {
  const probe = Object.assign(document.createElement('span'), { className: color, hidden: true })
  document.body.append(probe)
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? '#171c28' : backgroundColor
}
