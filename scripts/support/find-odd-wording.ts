import { parseSync } from 'vite'
import { visitTestCalls } from './declared-tests.ts'

/** Openings without a noun. A sentence begins with what it is about. */
const OPENING = /(?:^|[.!?] |\n\s*\* )(What|Who|Whoever|Whatever|Of|One(?! of\b)|Those)\b/
/** Phrases that have a standard word. */
const PHRASES = [
  /\bwithout a line\b/,
  /\bdead line\b/,
  /\b(?:can(?:no|['’])t|could(?: not|n['’]t)) be had\b/,
  /\b(?:is|are|was|were|be|been) told\b/,
  /\btried again\b/,
  /\bunder way\b/,
  /\bno more\b/,
  /\b(?:becomes?|became) of\b/,
  /\bflowing text\b/,
  /\blight sound\b/,
  /\bkept (?:title|book|episode|item)s?\b/,
]
const DIRECTIVE = /^(?:biome-ignore|@ts-|@module-tag|@vite-ignore|@vitest-|#)/

type Finding = { line: number; words: string; text: string }

/** Finds odd openings and phrases in comments and test titles. `texts` is the number of texts that were read. */
export function findOddWording(path: string, code: string): { texts: number; odd: Finding[] } {
  const { program, comments } = parseSync(path, code)
  const read = comments.map(({ start, value }) => ({ start, text: value.replace(/^\*+/, '').trim() }))
  visitTestCalls(program, undefined, ({ name, start }) => void read.push({ start, text: name }))
  const odd = read.flatMap(({ start, text }) => {
    const words = DIRECTIVE.test(text) ? undefined : [OPENING, ...PHRASES].map((pattern) => pattern.exec(text)?.[0].trim()).find(Boolean)
    return words
      ? [{ line: code.slice(0, start).split('\n').length, words, text: text.replaceAll(/\s*\n\s*\*?\s*/g, ' ').slice(0, 120) }]
      : []
  })
  return { texts: read.length, odd }
}
