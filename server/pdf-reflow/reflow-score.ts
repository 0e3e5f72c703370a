import type { Draft } from './classify-lines.ts'
import { type ReflowLine, textOf } from './reflow-line.ts'

/** Minimum score for offering a book as reflowable text. */
export const GOOD_SCORE = 0.5
/** Minimum score for an EPUB, whose readers don't see the printed pages beside it (docs/decisions/0143). */
export const GOOD_EPUB_SCORE = 0.9
const MIN_CHARACTERS = 400
/** Maximum average number of form fields per page. A document with more fields is a form, which is filled in rather than read. */
const MAX_FIELDS = 4
/** Minimum number of characters on a page for the page to count as a page with text. */
const PAGE_CHARACTERS = 80

/**
 * Scores how well a book reads as reflowable text, from 0 to 1: the product of the shares of pages with text, of readable characters, of
 * pronounceable words, and of text in paragraphs rather than in cells, labels and fields.
 */
export function scoreReflow(
  drafts: Draft[],
  { pageCount, lines, sidewaysShare, fieldCount }: { pageCount: number; lines: ReflowLine[]; sidewaysShare: number; fieldCount: number },
): number {
  const text = lines.map(textOf).join('\n')
  if (text.length < MIN_CHARACTERS || sidewaysShare > 0.3 || fieldCount > pageCount * MAX_FIELDS) return 0
  return pagesWithText(lines, pageCount) * readableShare(text) * pronounceableShare(text) * runningShare(drafts)
}

/** Scores how well a book reads as an EPUB: as reflowable text, without the pages whose tables are a guess. */
export function scoreEpub(score: number, { uncertain, pageCount }: { uncertain: number[]; pageCount: number }): number {
  return score * (1 - new Set(uncertain).size / Math.max(1, pageCount))
}

/** Returns twice the share of pages with text, at most 1, since picture books have pages without text. */
function pagesWithText(lines: ReflowLine[], pageCount: number) {
  const lengths = new Map<number, number>()
  for (const line of lines) lengths.set(line.page, (lengths.get(line.page) ?? 0) + textOf(line).length)
  const count = [...lengths.values()].filter((length) => length >= PAGE_CHARACTERS).length
  return Math.min(1, (2 * count) / pageCount)
}

/** Fonts without a Unicode mapping yield private-use, control and replacement characters. Four times their share is subtracted. */
function readableShare(text: string) {
  const unreadable = text.match(/[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu)?.filter((character) => !/\s/.test(character)).length ?? 0
  return Math.max(0, 1 - (4 * unreadable) / text.length)
}

/** Returns the share of words that look pronounceable: wrong Unicode mappings yield words without vowels or with inner symbols. */
function pronounceableShare(text: string) {
  const words = text.split(/\s+/).filter((word) => word.length > 3 && /\p{sc=Latin}/u.test(word))
  if (words.length < 20) return 1
  const good = words.filter(
    (word) =>
      /[aeiouyàâäåæéèêëíîïóôöøœúûüýāēīōūаеиоуыэюяα-ω]/iu.test(word) && !/\p{L}[^\p{L}\p{N}\p{Pd}\p{M}'’.,/@:&_()*\u200b]\p{L}/u.test(word),
  )
  return Math.min(1, good.length / words.length + 0.1)
}

function runningShare(drafts: Draft[]) {
  let [running, all] = [0, 0]
  for (const { kind, lines } of drafts) {
    const length = lines.reduce((sum, line) => sum + textOf(line).length, 0)
    all += length
    if (kind !== 'heading' && (lines.length > 1 || length > 70)) running += length
  }
  return all === 0 ? 0 : Math.min(1, (running / all) * 1.3)
}
