/** Words of a page as another program reads them, in one or several orders, and as the reading view has them. */
export type PageWords = {
  page: number
  /** Texts of the page by the other program. The words are those of the first; the order is that of the text that agrees best. */
  theirs: string[]
  ours: string
  /** Text that is left out on purpose, such as running heads */
  leftOut: string
}

export type PageDifferences = {
  page: number
  /** Number of words by the other program, without those left out on purpose */
  words: number
  lost: string[]
  joined: string[]
  torn: string[]
  moved: string[]
  added: string[]
}

type Word = { plain: string; isSplit: boolean }
/** Words of both texts that the longest common sequence doesn't contain, in order. `at` is the position in the common sequence. */
type Rest = { at: number; word: Word }[]

const LEADERS = /(?:[.·…_]\s?){3,}/g
const LINE_END_HYPHEN = /(\p{L})[-\u00ad\u2010]\s*\n\s*(?=\p{Ll})/gu
/** Maximum number of words that are compared with one word: letters set apart are words of one letter. */
const MAX_PARTS = 40

/** Compares the words of pages: which are lost, joined, torn, in another order, or added. */
export function compareWords(pages: PageWords[]): PageDifferences[] {
  const compared = pages.map(comparePage)
  for (const [index, page] of compared.entries()) joinSplitWords(page, compared[index + 1])
  return compared.map((page) => ({ ...page, lost: page.lost.map(({ plain }) => plain) }))
}

type Compared = Omit<PageDifferences, 'lost'> & { lost: Word[] }

function comparePage({ page, theirs, ours, leftOut }: PageWords): Compared {
  const own = readWords(ours)
  const candidates = theirs.map((text) => compareSequences(withoutLeftOut(readWords(text), readWords(leftOut)), own))
  const [best] = candidates.toSorted((one, other) => one.moved.length - other.moved.length)
  // Only the first text decides about words: in other orders, the halves of words at line ends don't follow each other.
  const [first] = candidates
  return { page, ...(first as NonNullable<typeof first>), moved: best?.moved ?? [] }
}

function readWords(text: string): Word[] {
  return text
    .normalize('NFKC')
    .replace(LINE_END_HYPHEN, '$1')
    .replace(LEADERS, ' ')
    .split(/[\s—―]+/)
    .map((word) => ({
      plain: word
        .toLowerCase()
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}]/gu, ''),
      isSplit: /[-\u00ad\u2010]$/.test(word),
    }))
    .filter(({ plain }) => plain !== '')
}

/** Removes words that are left out on purpose, first those nearest to the beginning or the end of the page. */
function withoutLeftOut(words: Word[], leftOut: Word[]): Word[] {
  const kept = [...words]
  for (const { plain } of leftOut) {
    const [first, last] = [kept.findIndex((word) => word.plain === plain), kept.findLastIndex((word) => word.plain === plain)]
    if (first !== -1) kept.splice(first < kept.length - 1 - last ? first : last, 1)
  }
  return kept
}

function compareSequences(theirs: Word[], ours: Word[]): Omit<Compared, 'page'> {
  const { mine, yours } = findRest(theirs, ours)
  const joined = takeJoined(mine, yours)
  const torn = takeJoined(yours, mine)
  const moved: string[] = []
  const lost: Word[] = []
  for (const { word } of mine) {
    const same = yours.findIndex(({ word: other }) => other.plain === word.plain)
    if (same === -1) lost.push(word)
    else moved.push(...yours.splice(same, 1).map((one) => one.word.plain))
  }
  return { words: theirs.length, lost, joined, torn, moved, added: yours.map(({ word }) => word.plain) }
}

/** Returns the words of two sequences that are not in their longest common subsequence. */
function findRest(theirs: Word[], ours: Word[]): { mine: Rest; yours: Rest } {
  const width = ours.length + 1
  const lengths = new Uint16Array((theirs.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] as number
  for (let row = theirs.length - 1; row >= 0; row--)
    for (let column = ours.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        theirs[row]?.plain === ours[column]?.plain ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const [mine, yours]: [Rest, Rest] = [[], []]
  let [row, column, common] = [0, 0, 0]
  while (row < theirs.length || column < ours.length) {
    const [word, other] = [theirs[row], ours[column]]
    if (word && other && word.plain === other.plain) {
      row += 1
      column += 1
      common += 1
    } else if (word && (!other || at(row + 1, column) >= at(row, column + 1))) {
      mine.push({ at: common, word })
      row += 1
    } else if (other) {
      yours.push({ at: common, word: other })
      column += 1
    }
  }
  return { mine, yours }
}

/**
 * Removes words of `others` that consist of adjacent words of `words`, together with these. Returns those that a reader notices: letters set
 * apart and numbers of notes are joined or not by each program in its own way.
 */
function takeJoined(words: Rest, others: Rest): string[] {
  const found: string[] = []
  for (let index = 0; index < words.length; index++) {
    const parts: string[] = []
    for (let to = index; to < words.length && to - index < MAX_PARTS && words[to]?.at === words[index]?.at; to++) {
      parts.push((words[to] as Rest[number]).word.plain)
      const whole = parts.join('')
      const same = parts.length > 1 ? others.findIndex(({ word }) => word.plain === whole) : -1
      if (same === -1) continue
      const isSplit = words.slice(index, to).every(({ word }) => word.isSplit)
      words.splice(index, parts.length)
      others.splice(same, 1)
      const long = parts.filter((part) => !/^(?:.|\p{N}+)$/u.test(part))
      if (!isSplit && long.length > 1) found.push(parts.join('|'))
      index -= 1
      break
    }
  }
  return found
}

/** Joins the halves of words that are split at the end of a line or page, and that follow each other only in the reading view. */
function joinSplitWords(page: Compared, next: Compared | undefined) {
  for (const head of page.lost.filter(({ isSplit }) => isSplit))
    for (const after of [page, ...(next ? [next] : [])]) {
      const tail = after.lost.find((word) => word !== head && [page, after].some(({ added }) => added.includes(head.plain + word.plain)))
      if (!tail) continue
      const holder = [page, after].find(({ added }) => added.includes(head.plain + tail.plain)) as Compared
      holder.added.splice(holder.added.indexOf(head.plain + tail.plain), 1)
      page.lost.splice(page.lost.indexOf(head), 1)
      after.lost.splice(after.lost.indexOf(tail), 1)
      break
    }
}
