/* Words by which a place is found in another edition of a book. In a separate file from the schemas, so that browsers don't load zod. */

/** Number of characters stored with a place, enough to find the place again in another edition of the text. */
export const WORDS_LENGTH = 80
/** Maximum number of places in a request */
export const MAX_SOUGHT_PLACES = 20
/** Maximum number of characters of the words of a place */
export const MAX_PLACE_WORDS = 200
/** Length of the identifier of an edition: the beginning of the key of its file */
export const EDITION_LENGTH = 16

/** Characters that two editions of the same words may differ in: spaces, hyphens at line ends, and kinds of punctuation. */
export const SEPARATORS = ' \n\r\t\u00a0\u00ad-\u2010\u2011\u2013\u2014\'"\u2018\u2019\u201c\u201d.,;:!?()\u2026'
const separators = new Set(SEPARATORS)
export const isSeparator = (character: string) => separators.has(character)

/** Returns a text without separators, as two editions of the same words have it. */
export const toLetters = (text: string) =>
  Array.from(text)
    .filter((character) => !separators.has(character))
    .join('')

/** Returns at most the given number of characters from the beginning of a text. A surrogate pair is not divided. */
export function truncate(text: string, length = WORDS_LENGTH): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** Returns words that identify a page: from a quarter of its text on, since a page may begin with a running head. */
export function wordsOfPage(text: string): string | undefined {
  const space = text.indexOf(' ', Math.floor(text.length / 4))
  const from = text.length < 2 * WORDS_LENGTH || space < 0 ? 0 : space + 1
  return truncate(text.slice(from)).trim() || undefined
}
