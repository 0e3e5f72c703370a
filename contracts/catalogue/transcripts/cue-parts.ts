import type { Cue } from '#contracts/catalogue/transcript.ts'
import { decodeEntities } from './entities.ts'

/** Tags of WebVTT and SubRip. Other words in angle brackets are text: `<inaudible>`, `<mary@example.org>`, `I <3 you`. */
const TOKEN = /<[^<>]{1,500}>/g
const WORD_TIME = /^<\d{1,3}(?::\d{2}){1,2}[.,]\d{1,3}>$/
const LINE_BREAK = /^<\/?br\s{0,9}\/?>$/i
const OPENING = /^<(?:[cibus]|ruby|rt)(?:\.[^\s<>]*)?\s*>$/i
const WITH_ANNOTATION = /^<(?:lang(?:\.[^\s<>]*)?|font)(?:\s[^<>]*)?>$/i
const CLOSING = /^<\/(?:[cibus]|ruby|rt|v|lang|font)\s*>$/i
const VOICE = /^<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>$/i
/** Screen position in SubRip, such as `{\an8}`. */
const POSITION = /\{\\[^{}]{0,200}\}/g

export type Part = Pick<Cue, 'speaker' | 'text'>

/** Returns the text of each voice in a cue, without markup. */
export function partsOf(cue: string): Part[] {
  const parts: Part[] = []
  const voices: string[] = []
  const add = (text: string) => {
    const speaker = voices.at(-1) || null
    const last = parts.at(-1)
    if (last && last.speaker === speaker) last.text += text
    else if (text !== '') parts.push({ speaker, text })
  }
  let end = 0
  for (const { 0: tag, index } of cue.matchAll(TOKEN)) {
    if (!isTag(tag)) continue
    add(cue.slice(end, index))
    end = index + tag.length
    const voice = VOICE.exec(tag)
    if (voice) voices.push(toLine(decodeEntities(voice[1] ?? '')))
    else if (/^<\/v/i.test(tag)) voices.pop()
    else if (LINE_BREAK.test(tag)) add('\n')
  }
  add(cue.slice(end))
  return parts.map(({ speaker, text }) => ({ speaker, text: toLine(decodeEntities(text)) })).filter(({ text }) => text !== '')
}

/** Removes screen positions of SubRip from a line. */
export function withoutPositions(line: string): string {
  return line.replaceAll(POSITION, '')
}

export function hasWordTimes(line: string): boolean {
  return (line.match(TOKEN) ?? []).some((tag) => WORD_TIME.test(tag))
}

/** Lists what looks like a tag in a line, but is text. */
export function findUnknownTags(line: string): string[] {
  return (line.match(TOKEN) ?? []).filter((tag) => /^<\/?[a-z]/i.test(tag) && !isTag(tag))
}

function isTag(tag: string): boolean {
  return [OPENING, CLOSING, VOICE, WORD_TIME, LINE_BREAK, WITH_ANNOTATION].some((pattern) => pattern.test(tag))
}

/** Joins a text to a single line without NUL, which PostgreSQL's `text` can't contain, and without lone surrogates. */
export function toLine(text: string): string {
  return text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
