import { readFile } from 'node:fs/promises'
import webvtt, { type VttNode } from 'webvtt-parser'
import { type Cue, MAX_CUE_TEXT, MAX_CUES, MAX_SPEAKER } from '#contracts/catalogue/transcript.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'

const SEPARATOR = '-->'
/** Timestamp of WebVTT or SubRip, or a variant that editors write: a comma or a point, fewer digits, no hours. */
const TIME = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?$/
/** Character entities with their semicolons. The WebVTT parser's own table has names without semicolons. */
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&lrm;': '\u200e', '&rlm;': '\u200f' }
/** Error from the WebVTT parser for a line that belongs to no cue. Its line number is one too high. */
const OUTSIDE = /^Cue identifier/

/** Reads the cues of a transcript in WebVTT or SubRip. Refuses a transcript if a word of it would be lost. */
export async function readTranscript(path: string, type: string): Promise<{ cues: Cue[] }> {
  const isSubRip = type !== 'text/vtt'
  const lines = decode(await readFile(path)).split(/\r\n|\r|\n/)
  const text = lines.map((line, index) => toVtt(line, index, lines, isSubRip)).join('\n')
  const { cues, errors } = new webvtt.WebVTTParser(ENTITIES).parse(isSubRip ? `WEBVTT\n\n${text}` : text, 'metadata')
  const lost = errors.map(({ message, line }) => ({ message, line: isSubRip ? line - 3 : line - 1 })).find(isLoss)
  if (lost) throw new InvalidFileError(`Line ${lost.line} has no times above it. Is there an extra empty line before it?`)
  const found = cues.flatMap(({ startTime, endTime, tree }) =>
    partsOf(tree.children).map((part) => checkCue({ start: roundToMilliseconds(startTime), end: roundToMilliseconds(endTime), ...part })),
  )
  if (found.length === 0) throw new InvalidFileError('It contains no text.')
  if (found.length > MAX_CUES) throw new InvalidFileError(`It has more than ${MAX_CUES.toLocaleString('en')} cues.`)
  return { cues: found }

  function isLoss({ message, line }: { message: string; line: number }) {
    // A line with only a number is a leftover of a deleted cue, so no text is lost.
    return OUTSIDE.test(message) && !/^\d*$/.test(lines[line - 1]?.trim() ?? '')
  }
}

/** Decodes the text of a transcript. Editors on Windows also write encodings other than UTF-8, with or without a byte order mark. */
function decode(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2)
  if (mark === '\xff\xfe') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '\xfe\xff') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Converts a line of a transcript for the WebVTT parser, which doesn't support SubRip syntax and rejects some valid syntax. */
function toVtt(line: string, index: number, lines: string[], isSubRip: boolean): string {
  if (line.trim() === '') return ''
  if (line.includes(SEPARATOR)) return readTimes(line, index + 1)
  if (!isSubRip) return line === 'REGION' ? 'NOTE REGION' : line
  // The number of the next cue must not become text of the current cue if the empty line between two cues is missing.
  if (/^\s*\d+\s*$/.test(line) && lines[index + 1]?.includes(SEPARATOR)) return ''
  return line.replaceAll(/\{\\[^}]*\}/g, '').replaceAll(/<(?![/a-z])/gi, '&lt;')
}

function readTimes(line: string, number: number): string {
  const [from = '', rest = ''] = line.split(SEPARATOR)
  const [start, end] = [toSeconds(from.trim()), toSeconds(rest.trim().split(/\s/)[0] ?? '')]
  if (start === undefined || end === undefined)
    throw new InvalidFileError(`Line ${number}: the times are invalid. Write them as 00:01:05.000 --> 00:01:08.500.`)
  if (end < start) throw new InvalidFileError(`Line ${number}: the end time is before the start time.`)
  return `${toVttTime(start)} ${SEPARATOR} ${toVttTime(end)}`
}

function toSeconds(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = TIME.exec(text) ?? []
  if (minutes === '' || Number(seconds) > 59 || (hours !== '0' && Number(minutes) > 59)) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000
}

function toVttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0')
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`
}

/** Rounds seconds to milliseconds: floating-point sums have rounding errors, such as 1.2429999999999999. */
const roundToMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

type Part = Pick<Cue, 'speaker' | 'text'>

/** Returns the text of each voice in a cue, without markup. */
function partsOf(nodes: VttNode[]): Part[] {
  const parts: Part[] = []
  const walk = (node: VttNode, speaker: string | null) => {
    if (node.type === 'object') for (const child of node.children) walk(child, node.name === 'v' ? speakerOf(node.value) || null : speaker)
    if (node.type !== 'text') return
    const last = parts.at(-1)
    if (last?.speaker === speaker) last.text += node.value
    else parts.push({ speaker, text: node.value })
  }
  for (const node of nodes) walk(node, null)
  return parts.map(({ speaker, text }) => ({ speaker, text: toLine(text) })).filter(({ text }) => text !== '')
}

/** Returns the name of a speaker with decoded entities, which the parser doesn't decode in annotations. */
function speakerOf(annotation = ''): string {
  return toLine(annotation.replaceAll(/&[a-z]+;/g, (entity) => ENTITIES[entity] ?? entity))
}

/** Joins a text to a single line without NUL, which PostgreSQL's `text` can't contain, and without lone surrogates. */
function toLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function checkCue(cue: Cue): Cue {
  if (cue.text.length > MAX_CUE_TEXT)
    throw new InvalidFileError(`The text at ${formatDuration(cue.start)} has more than ${MAX_CUE_TEXT} characters.`)
  if (cue.speaker && cue.speaker.length > MAX_SPEAKER)
    throw new InvalidFileError(`The speaker’s name at ${formatDuration(cue.start)} has more than ${MAX_SPEAKER} characters.`)
  return cue
}
