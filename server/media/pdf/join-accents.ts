/** A piece of text as pdf.js reports it. */
type Item = { str: string; transform: number[]; width: number; hasEOL: boolean }

/** Combining marks by the letters of fonts that stand for them alone. Signs that occur in code, as ^, are not among them. */
const MARKS: Record<string, string> = {
  '¨': '\u0308',
  '´': '\u0301',
  ˇ: '\u030c',
  '˚': '\u030a',
  '˜': '\u0303',
  '¸': '\u0327',
  '˘': '\u0306',
  '˝': '\u030b',
  '¯': '\u0304',
  '˙': '\u0307',
  '˛': '\u0328',
}
const MARK = /[¨´ˇ˚˜¸˘˝¯˙˛]/u
const WITHIN = /(\p{L})([¨´ˇ˚˜¸˘˝¯˙˛])(\p{L})/gu
/** Minimum overlap of a mark and its letter, relative to the font size. */
const OVERLAP = 0.1

/**
 * Joins accents that are letters of their own in the file with the letters that they stand on, as “Sch¨on” of TeX, where the accent is
 * drawn first, and “Scho¨n” of other programs, where it follows. pdf.js begins a piece of text where the next letter is drawn over the one
 * before.
 */
export function joinAccents<Some extends Item>(items: Some[]): Some[] {
  if (!items.some(({ str }) => MARK.test(str))) return items
  const joined = items.map((item) => ({ ...item, str: joinWithin(item.str) }))
  for (const [index, item] of joined.entries()) {
    const before = joined[index - 1]
    const overlap = before && overlapOf(before, item)
    if (!before || overlap === undefined || overlap < OVERLAP) continue
    const [first, last] = [item.str.slice(0, 1), before.str.slice(-1)]
    const follows = first in MARKS && compose(last, first)
    const precedes = last in MARKS && compose(first, last)
    if (follows) {
      before.str = before.str.slice(0, -1) + follows
      item.str = item.str.slice(1)
      item.transform = item.transform.with(4, (item.transform[4] ?? 0) + overlap * (item.transform[3] ?? 0))
      item.width -= overlap * (item.transform[3] ?? 0)
    } else if (precedes) {
      item.str = precedes + item.str.slice(1)
      before.str = before.str.slice(0, -1)
      before.width -= overlap * (item.transform[3] ?? 0)
    }
  }
  return joined
}

function joinWithin(text: string) {
  return text.replace(WITHIN, (whole, before: string, mark: string, after: string) => {
    const [first, second] = [compose(after, mark), compose(before, mark)]
    return first ? before + first : second ? second + after : whole
  })
}

/** Returns a letter with a mark, if there is such a letter. */
function compose(letter: string, mark: string): string | undefined {
  const plain = letter.replace('ı', 'i').replace('ȷ', 'j')
  const whole = (plain + (MARKS[mark] ?? '')).normalize('NFC')
  return /^\p{L}$/u.test(plain) && [...whole].length === 1 ? whole : undefined
}

/** Returns by how much a piece of horizontal text begins before the end of the piece before it, relative to the font size. */
function overlapOf(before: Item, item: Item): number | undefined {
  const [a = 0, b = 0, , size = 0, x = 0, y = 0] = item.transform
  const [, , , , left = 0, base = 0] = before.transform
  if (b !== 0 || a <= 0 || size <= 0 || before.hasEOL || Math.abs(base - y) > size * 0.4 || x < left - size * 0.3) return undefined
  return (left + before.width - x) / size
}

const LEADING_MARKS = /^([\p{M}]+)(?=[\p{sc=Arabic}\p{sc=Hebrew}])/u

/**
 * Moves marks from the beginning of a right-to-left word to the end of the next one. Some programs draw the letters of a word from left to
 * right, so that pdf.js appends the mark on a word's last letter, which is drawn first, to the word before.
 */
export function moveMarks<Some extends Item & { dir: string }>(items: Some[]): Some[] {
  if (!items.some(({ str }) => LEADING_MARKS.test(str))) return items
  const moved = items.map((item) => ({ ...item }))
  for (const [index, item] of moved.entries()) {
    const marks = LEADING_MARKS.exec(item.str)?.[1]
    const next = moved.slice(index + 1).find(({ str }) => str.trim() !== '')
    const [x = 0, y = 0] = item.transform.slice(4)
    const [left = 0, base = 0] = next?.transform.slice(4) ?? []
    if (!marks || next?.dir !== 'rtl' || item.dir !== 'rtl' || left >= x || Math.abs(base - y) > 4) continue
    item.str = item.str.slice(marks.length)
    next.str += marks
  }
  return moved
}
