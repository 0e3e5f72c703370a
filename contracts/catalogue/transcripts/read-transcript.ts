import { type Cue, MAX_CUE_TEXT, MAX_CUES, MAX_SPEAKER } from '#contracts/catalogue/transcript.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { findUnknownTags, partsOf, withoutPositions } from './cue-parts.ts'
import { decodeText, type Encoding } from './decode-text.ts'
import { findUnknownReferences } from './entities.ts'
import { type CueLines, leaveOutRepeatedLines } from './rolling-captions.ts'
import { readTimes, SEPARATOR, type Times } from './times-line.ts'

/** Refusal of a transcript. `message` explains the reason to the person who chose the file. */
export class TranscriptError extends Error {
  override name = 'TranscriptError'
}

/** Change, omission or guess in a line of a transcript. */
export type Doubt = { line: number; message: string }

export type ReadTranscript = { cues: Cue[]; doubts: Doubt[]; encoding: Encoding; isGuess: boolean }

/**
 * Reads the cues of a transcript in WebVTT or SubRip. The server and the admin form use the same function.
 * @throws TranscriptError if a word of the transcript would be lost
 */
export function readTranscript(bytes: Uint8Array, { encoding: chosen }: { encoding?: Encoding | undefined } = {}): ReadTranscript {
  const { text, encoding, isGuess } = decodeText(bytes, chosen)
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const isSubRip = !/^WEBVTT(?:\s|$)/.test(lines[0] ?? '')
  const { cues: whole, repeated } = leaveOutRepeatedLines(readCues(lines, isSubRip))
  const cues = whole
    .flatMap(({ start, end, lines: said }) => partsOf(said.map((each) => each.text).join('\n')).map((part) => ({ start, end, ...part })))
    .map(checkCue)
  if (cues.length === 0) throw new TranscriptError('It contains no text.')
  if (cues.length > MAX_CUES) throw new TranscriptError(`It has more than ${MAX_CUES.toLocaleString('en')} cues.`)
  cues.sort((one, other) => one.start - other.start || other.end - one.end)
  return { cues, doubts: listDoubts(lines, repeated), encoding, isGuess }
}

function listDoubts(lines: string[], repeated: CueLines['lines']): Doubt[] {
  const doubts = lines.flatMap((line, index) => [
    ...(line.includes('\ufffd') ? [{ line: index + 1, message: 'a byte is damaged and appears as \ufffd.' }] : []),
    ...[...findUnknownTags(line), ...findUnknownReferences(line)].map((text) => ({ line: index + 1, message: `“${text}” stays as text.` })),
  ])
  const [first] = repeated
  if (!first) return doubts
  return [
    { line: first.line, message: `${repeated.length.toLocaleString('en')} repeated lines of rolling captions are left out.` },
    ...doubts,
  ]
}

/** Divides the lines into cues. @throws TranscriptError for lines that belong to no cue */
function readCues(lines: string[], isSubRip: boolean): CueLines[] {
  const cues: CueLines[] = []
  const times = lines.map((line, index) => (line.includes(SEPARATOR) ? readTimes(line, index + 1) : undefined))
  let open: CueLines | undefined
  let isSkipped = !isSubRip
  for (const [index, line] of lines.entries()) {
    const found = times[index]
    if (found && !(open && isSpoken(found, lines[index - 1]))) {
      if (found.problem) throw new TranscriptError(found.problem)
      open = { start: found.start, end: found.end, lines: [] }
      cues.push(open)
      isSkipped = false
    } else if (line === '' || (line.trim() === '' && !open)) {
      open = undefined
      isSkipped = false
    } else if (open) {
      // The number of the next cue must not become text of the current cue if the empty line between two cues is missing.
      const isNumber = /^\s{0,9}\d+\s{0,9}$/.test(line) && times[index + 1]
      if (!isNumber && line.trim() !== '') open.lines.push({ line: index + 1, text: isSubRip ? withoutPositions(line) : line })
    } else if (!isSkipped && !times[index + 1]) {
      isSkipped = !isSubRip && /^(?:NOTE(?:\s|$)|STYLE\s*$|REGION\s*$)/.test(line)
      // A line with only a number is a leftover of a deleted cue, so no text is lost.
      if (!isSkipped && !/^\s*\d+\s*$/.test(line))
        throw new TranscriptError(`Line ${index + 1} has no times above it. Is there an extra empty line before it?`)
    }
  }
  return cues
}

/** Returns whether a line with an arrow in the text of a cue is text, such as “12:30 --> 13:45 was the train”. */
function isSpoken({ isFollowedByWords }: Times, previous = ''): boolean {
  return isFollowedByWords && previous.trim() !== '' && !/^\s*\d+\s*$/.test(previous)
}

function checkCue(cue: Cue): Cue {
  if (cue.text.length > MAX_CUE_TEXT)
    throw new TranscriptError(`The text at ${formatDuration(cue.start)} has more than ${MAX_CUE_TEXT} characters.`)
  if (cue.speaker && cue.speaker.length > MAX_SPEAKER)
    throw new TranscriptError(`The speaker’s name at ${formatDuration(cue.start)} has more than ${MAX_SPEAKER} characters.`)
  return cue
}
