import { parseSync } from 'vite'
import { visitTestCalls } from './declared-tests.ts'

/** Sentence openings without a noun, which hide the subject of the sentence. */
const OPENING = /(?:^|[.!?] |\n\s*\* )(What|Who|Whoever|Whatever|Of|One(?! of\b)|Those)\b/
/** Words that refer to an earlier sentence, at the beginning of a comment, where there is none. */
const ANTECEDENT = /^(?:It|Its|They|Their|Them|These|Such|Both of)\b/
const MAIL_AS_VERB = /\bmail(?:s|ed)\b/
/** Odd phrases for which a standard term exists. */
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
  /\bmeanwhile\b/,
  /\badopt(?:s|ed|ion)?\b/,
  /\bhand(?:s|ed) (?:over|to)\b|\bhandover\b/,
  /\bas of a\b/,
  MAIL_AS_VERB,
  /\bClasses of\b/,
]
const EMAIL = /\be-mail/i
/** British spellings, and the spelling of email with a hyphen. */
const SPELLINGS = [
  EMAIL,
  /\w*(?:recogni|normali|summari|emphasi|minimi|optimi|initiali|authori|seriali|organi)s(?:e|es|ed|ing|ations?)\b/i,
  /\b(?:behaviour|neighbour|centre)s?\b/i,
]
/** British spellings in names, comments and test titles, apart from a stored state of payments. */
const BRITISH_NAME =
  /colour|behaviour|neighbour|favourite|honour|labelled|cent(?:re(?!a)|red)|(?<!`)cancell(?:ed|ing)|(?:recogni|normali|summari|emphasi|minimi|optimi|initiali|authori|seriali|organi)s(?:e|ing|ation)/i
/** Odd phrases that must not occur on pages and in messages: a single term is used for each thing. */
const TEXT_PHRASES = [
  /\bcolou?r(?<=our)(?:s|ed)?\b/i,
  MAIL_AS_VERB,
  /\b(?:a|the|each|every|this|another) mail\b(?! server)/,
  /\btelephone\b/i,
  /\bmeanwhile$/,
  /\bwish(?:es)? to\b/,
  /\b(?:state of things|go on|start afresh|asked next|being begun|nobody gets)\b/i,
]
/** Odd verbs for responses, in messages of tests, scripts and fault runs. */
const RESPONSE = /\b(?:is|are|was|were) answered\b|\banswered (?:with )?(?:\{|\d)/
/** Names of settings and commands, which administrators without a shell can't use; and percent signs after a space. */
const PAGE_PHRASES = [/\b(?:[A-Z][A-Z\d]*_)+[A-Z\d]+\b/, /\bnpm run\b/, /(?:[\d}]|^) %(?!\w)/]
const DIRECTIVE = /^(?:biome-ignore|@ts-|@module-tag|@vite-ignore|@vitest-|#)/

type Finding = { line: number; words: string; text: string }
type Comment = { type: string; value: string; start: number; end: number }
type Read = { start: number; text: string; patterns: RegExp[] }

/** Finds odd openings, phrases and spellings in comments, test titles and texts of pages. `texts` is the number of checked texts. */
export function findOddWording(path: string, code: string): { texts: number; odd: Finding[] } {
  const { program, comments } = parseSync(path, code)
  const ofCode = [OPENING, ...PHRASES, ...SPELLINGS, BRITISH_NAME]
  const read: Read[] = joinLines(comments, code).map(({ start, value }) => ({
    start,
    text: value.replace(/^[\s*]+/, '').trim(),
    patterns: [ANTECEDENT, ...ofCode],
  }))
  visitTestCalls(program, undefined, ({ name, start }) => void read.push({ start, text: name, patterns: ofCode }))
  const ofTexts = textPatterns(path)
  if (ofTexts.length > 0) visitTexts(program, (start, text) => void read.push({ start, text, patterns: ofTexts }))
  const texts = read.length
  visitNames(program, (start, name) => void read.push({ start, text: name, patterns: [BRITISH_NAME] }))
  const odd = read.flatMap(({ start, text, patterns }) => {
    const words = DIRECTIVE.test(text) ? undefined : patterns.map((pattern) => pattern.exec(text)?.[0].trim()).find(Boolean)
    return words
      ? [
          {
            line: code.slice(0, start).split('\n').length,
            words,
            text: text
              .trim()
              .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
              .slice(0, 120),
          },
        ]
      : []
  })
  return { texts, odd }
}

/** Calls `each` for every name in the code. */
function visitNames(value: unknown, each: (start: number, name: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  const { type, start, name } = value as { type?: string; start: number; name?: unknown }
  if (type === 'Identifier' && typeof name === 'string' && name.toLowerCase() !== 'cancelled') each(start, name)
  for (const part of Object.values(value)) visitNames(part, each)
}

/** Joins the lines of a comment that continues on the next line. Directives are separate comments. */
function joinLines(comments: Comment[], code: string): Comment[] {
  const joined: Comment[] = []
  for (const comment of comments) {
    const last = joined.at(-1)
    const continues =
      last?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(code.slice(last.end, comment.start)) && !isDirective(comment)
    if (continues && !isDirective(last)) joined.splice(-1, 1, { ...last, value: `${last.value}${comment.value}`, end: comment.end })
    else joined.push(comment)
  }
  return joined
}

const isDirective = ({ value }: Comment) => DIRECTIVE.test(value.trim())

/** The content of the site and of the demonstration has the voice of its author, so only the spelling of email is checked there. */
function textPatterns(path: string): RegExp[] {
  if (/\.test\.tsx?$/.test(path)) return []
  if (/^(?:site|demo)\//.test(path)) return [EMAIL]
  if (/^(?:lab|scripts|tests)\//.test(path)) return [RESPONSE]
  if (!/^(?:web|contracts|server)\//.test(path)) return []
  return [...SPELLINGS, ...TEXT_PHRASES, ...(path.startsWith('web/') ? PAGE_PHRASES : [])]
}

/** Calls `each` for every text of several words in the code, in elements, strings and templates. */
function visitTexts(value: unknown, each: (start: number, text: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  const node = value as { type?: string; start: number; name?: { name?: string }; value?: unknown }
  if (node.type === 'JSXAttribute' && node.name?.name === 'className') return
  const text = textOf(node)
  if (text && /\S\s+\S/.test(text)) each(node.start, text)
  for (const part of Object.values(value)) visitTexts(part, each)
}

function textOf({ type, value, ...node }: { type?: string; value?: unknown }): string | undefined {
  if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') return value
  const { quasis } = node as { quasis?: { value: { raw: string } }[] }
  return type === 'TemplateLiteral' ? quasis?.map((part) => part.value.raw).join('{}') : undefined
}
