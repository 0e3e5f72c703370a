import { readFile } from 'node:fs/promises'
import webvtt, { type VttNode } from 'webvtt-parser'
import { formatDuration } from '#contracts/duration.ts'
import { type Cue, MAX_CUE_TEXT, MAX_CUES, MAX_SPEAKER } from '#contracts/transcript.ts'
import { InspectionError } from './inspection-errors.ts'

const SEPARATOR = '-->'
/** As WebVTT and SubRip write it, and what editors make of it: a comma or a point, fewer digits, no hours. */
const TIME = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?$/
/** Without these, the parser knows the names only without their semicolons. */
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&lrm;': '\u200e', '&rlm;': '\u200f' }
/** What the parser says, one line later, of a line that belongs to no cue. */
const OUTSIDE = /^Cue identifier/

/** Reads the cues of a transcript in WebVTT or SubRip. Refuses one of which a word would be lost. */
export async function readTranscript(path: string, type: string): Promise<{ cues: Cue[] }> {
  const isSubRip = type !== 'text/vtt'
  const lines = decode(await readFile(path)).split(/\r\n|\r|\n/)
  const text = lines.map((line, index) => toVtt(line, index, lines, isSubRip)).join('\n')
  const { cues, errors } = new webvtt.WebVTTParser(ENTITIES).parse(isSubRip ? `WEBVTT\n\n${text}` : text, 'metadata')
  const lost = errors.map(({ message, line }) => ({ message, line: isSubRip ? line - 3 : line - 1 })).find(isLoss)
  if (lost) throw new InspectionError(`Line ${lost.line} has no times above it. Is there an empty line too many before it?`)
  const found = cues.flatMap(({ startTime, endTime, tree }) =>
    partsOf(tree.children).map((part) => checkCue({ start: roundToMilliseconds(startTime), end: roundToMilliseconds(endTime), ...part })),
  )
  if (found.length === 0) throw new InspectionError('Nothing is said in it.')
  if (found.length > MAX_CUES) throw new InspectionError(`It has more than ${MAX_CUES.toLocaleString('en')} cues.`)
  return { cues: found }

  function isLoss({ message, line }: { message: string; line: number }) {
    // Editors leave the number of a cue that was deleted.
    return OUTSIDE.test(message) && !/^\d*$/.test(lines[line - 1]?.trim() ?? '')
  }
}

/** Editors on Windows write other encodings than UTF-8, with or without saying so. */
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

/** A line as the parser takes it, with what only one of the formats has or forgives. */
function toVtt(line: string, index: number, lines: string[], isSubRip: boolean): string {
  if (line.trim() === '') return ''
  if (line.includes(SEPARATOR)) return readTimes(line, index + 1)
  if (!isSubRip) return line === 'REGION' ? 'NOTE REGION' : line
  // The number of the next cue, which is no text of this one when the empty line between them is missing.
  if (/^\s*\d+\s*$/.test(line) && lines[index + 1]?.includes(SEPARATOR)) return ''
  return line.replaceAll(/\{\\[^}]*\}/g, '').replaceAll(/<(?![/a-z])/gi, '&lt;')
}

function readTimes(line: string, number: number): string {
  const [from = '', rest = ''] = line.split(SEPARATOR)
  const [start, end] = [toSeconds(from.trim()), toSeconds(rest.trim().split(/\s/)[0] ?? '')]
  if (start === undefined || end === undefined)
    throw new InspectionError(`Line ${number}: the times can’t be read. They look like 00:01:05.000 --> 00:01:08.500.`)
  if (end < start) throw new InspectionError(`Line ${number}: it ends before it begins.`)
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

/** Seconds without what sums of fractions leave behind, such as 1.2429999999999999. */
const roundToMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

type Part = Pick<Cue, 'speaker' | 'text'>

/** What each voice of a cue says, without the markup. */
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

/** The parser leaves the entities of an annotation as they are. */
function speakerOf(annotation = ''): string {
  return toLine(annotation.replaceAll(/&[a-z]+;/g, (entity) => ENTITIES[entity] ?? entity))
}

/** PostgreSQL's text can't contain NUL, and half of a pair is no character. */
function toLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function checkCue(cue: Cue): Cue {
  if (cue.text.length > MAX_CUE_TEXT)
    throw new InspectionError(`What begins at ${formatDuration(cue.start)} has more than ${MAX_CUE_TEXT} characters.`)
  if (cue.speaker && cue.speaker.length > MAX_SPEAKER)
    throw new InspectionError(`The speaker’s name at ${formatDuration(cue.start)} has more than ${MAX_SPEAKER} characters.`)
  return cue
}
