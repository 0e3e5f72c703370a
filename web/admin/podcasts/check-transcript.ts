import type { Encoding } from '#contracts/catalogue/transcripts/decode-text.ts'
import { type Doubt, readTranscript, TranscriptError } from '#contracts/catalogue/transcripts/read-transcript.ts'
import { formatDuration } from '#contracts/listening/duration.ts'

export type TranscriptCheck = {
  /** Reason why the server would refuse the transcript */
  problem?: string
  doubts: string[]
  encoding?: Encoding
  /** Text to compare with the original if the encoding was guessed */
  sample?: string
}

/** Number of doubts in a notice. */
const LISTED = 5
const SAMPLE_LENGTH = 200

/** Reads a transcript as the server will, and describes what is changed, left out or guessed. */
export async function checkTranscript(
  file: File,
  { encoding, seconds }: { encoding: Encoding | undefined; seconds: number },
): Promise<TranscriptCheck> {
  try {
    const read = readTranscript(new Uint8Array(await file.arrayBuffer()), { encoding })
    const beyond = read.cues.filter(({ start }) => seconds > 0 && start > seconds + 1)
    const late =
      beyond[0] &&
      `${count(beyond.length)} after the end of the recording (${formatDuration(seconds)}), the first at ${formatDuration(beyond[0].start)}.`
    const doubts = [...(late ? [late] : []), ...listDoubts(read.doubts)]
    if (!read.isGuess && !encoding) return { doubts }
    const telling = read.cues.filter(({ text }) => /[^\0-\x7f]/.test(text)).map(({ text }) => text)
    return { doubts, encoding: read.encoding, sample: telling.join(' … ').slice(0, SAMPLE_LENGTH) }
  } catch (error) {
    if (error instanceof TranscriptError) return { problem: error.message, doubts: [] }
    throw error
  }
}

function count(cues: number): string {
  return cues === 1 ? 'One cue begins' : `${cues.toLocaleString('en')} cues begin`
}

function listDoubts(doubts: Doubt[]): string[] {
  const all = [...new Set(doubts.map(({ line, message }) => `Line ${line.toLocaleString('en')}: ${message}`))]
  return all.length > LISTED ? [...all.slice(0, LISTED), `And ${(all.length - LISTED).toLocaleString('en')} more.`] : all
}
