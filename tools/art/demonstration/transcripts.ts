import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { parseFile } from 'music-metadata'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import { writeVtt } from '#contracts/catalogue/transcript-files.ts'
import { demoCatalogue } from '#demo/catalogue.ts'
import { PARAGRAPH_PAUSE_MS, sayTo, toParagraphs, voiceWithin } from './audio.ts'
import { readManuscript } from './manuscript.ts'

const FILES = new URL('../../../demo/files/', import.meta.url)
const HEADER_BYTES = 44
const BYTES_A_SECOND = 22_050 * 2
/** Limits of line lengths in characters. A line may contain several short sentences; a long sentence is divided at a pause. */
const [SHORT, LONG] = [60, 150]

/**
 * Writes the transcripts of all recordings, or only of the named ones. Each line is spoken separately and measured; the total is fitted to
 * the existing recording. Needs espeak-ng.
 */
export async function makeTranscripts(only: string[]): Promise<void> {
  await mkdir(new URL('transcripts/', FILES), { recursive: true })
  const scratch = await mkdtemp(`${tmpdir()}/lectern-transcripts-`)
  try {
    for (const { slug } of demoCatalogue.episodes) {
      if (only.length && !only.includes(slug)) continue
      await writeFile(new URL(`transcripts/${slug}.vtt`, FILES), writeVtt(await measure(slug, `${scratch}/line.wav`)))
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function measure(slug: string, scratch: string): Promise<Cue[]> {
  const { facts, body } = await readManuscript('episodes', slug)
  const { host = '' } = facts
  const { format } = await parseFile(new URL(`audio/${slug}.mp3`, FILES).pathname, { duration: true })
  const { begin, end } = voiceWithin(format.duration ?? 0)
  const lines: { text: string; seconds: number; pause: number }[] = []
  for (const paragraph of toParagraphs(body)) {
    const last = lines.at(-1)
    if (last) last.pause = PARAGRAPH_PAUSE_MS / 1000
    for (const text of toLines(paragraph)) {
      await sayTo(scratch, [text], host)
      lines.push({ text, seconds: ((await stat(scratch)).size - HEADER_BYTES) / BYTES_A_SECOND, pause: 0 })
    }
  }
  // Trailing silence is subtracted, since separately spoken lines end with a silence that the recording doesn't have between lines.
  const silence = (lines.reduce((sum, { seconds, pause }) => sum + seconds + pause, 0) - (end - begin)) / lines.length
  let at = begin
  return lines.map(({ text, seconds, pause }) => {
    const start = at
    at += seconds - silence
    const cue = { start: round(start), end: round(at), speaker: host, text }
    at += pause
    return cue
  })
}

/** Splits a paragraph into transcript lines: short sentences are joined, long sentences divided. */
function toLines(paragraph: string): string[] {
  const lines: string[] = []
  for (const part of paragraph
    .split(/(?<=[.!?]["”’]?) (?=[A-Z“"])/)
    .flatMap((sentence) => (sentence.length > LONG ? sentence.split(/(?<=[,;:]) /) : sentence))) {
    const last = lines.at(-1)
    if (last && last.length < SHORT && last.length + part.length < LONG) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(part)
  }
  return lines
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000
