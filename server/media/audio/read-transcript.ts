import { readFile } from 'node:fs/promises'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import { readTranscript as readBytes, TranscriptError } from '#contracts/catalogue/transcripts/read-transcript.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Reads the cues of a transcript in WebVTT or SubRip. Refuses a transcript if a word of it would be lost. */
export async function readTranscript(path: string): Promise<{ cues: Cue[] }> {
  try {
    return { cues: readBytes(await readFile(path)).cues }
  } catch (error) {
    throw error instanceof TranscriptError ? new InvalidFileError(error.message) : error
  }
}
