import type { Readable } from 'node:stream'
import type { Ffmpeg } from '#server/platform/media/sound/ffmpeg.ts'
import { inputOf, type Recording } from '#server/platform/media/sound/sound-input.ts'

/** So much of the beginning is listened to. */
const SECONDS = 600
const RATE = 8000
/** 25 milliseconds */
const FRAME = 200
const FRAMES_PER_SECOND = RATE / FRAME
/** 20 decibels below the second around it, a moment is a pause. */
const PAUSE = 0.01
/** Speech pauses between words and sentences, for a fifth of the time; music hardly ever. */
const SPEECH_PAUSES = 0.05
/** Seconds that are quieter than this as a whole say nothing. */
const SILENCE = 100
const WORK_MS = 60_000

/** Whether somebody speaks, by how often the sound pauses. */
export function isSpeech(ffmpeg: Ffmpeg, recording: Recording, signal: AbortSignal): Promise<boolean> {
  const output = ['-t', String(SECONDS), '-ac', '1', '-ar', String(RATE), '-f', 's16le', 'pipe:1']
  return ffmpeg.run([...inputOf(recording), ...output], async (sound) => hasPauses(sound), { workMs: WORK_MS, signal })
}

/** @param sound 8000 samples a second, each a signed number of two bytes */
export async function hasPauses(sound: Readable | AsyncIterable<Buffer>): Promise<boolean> {
  const heard = { pauses: 0, frames: 0 }
  let rest = Buffer.alloc(0)
  for await (const piece of sound) {
    rest = Buffer.concat([rest, piece as Buffer])
    const second = 2 * RATE
    for (; rest.length >= second; rest = rest.subarray(second)) {
      const energies = frameEnergies(rest)
      const mean = energies.reduce((sum, energy) => sum + energy, 0) / FRAMES_PER_SECOND
      if (mean < SILENCE) continue
      heard.frames += FRAMES_PER_SECOND
      heard.pauses += energies.filter((energy) => energy < mean * PAUSE).length
    }
  }
  // What is silent is not worth more.
  return heard.frames === 0 || heard.pauses / heard.frames > SPEECH_PAUSES
}

/** Of the first second */
function frameEnergies(samples: Buffer): number[] {
  return Array.from({ length: FRAMES_PER_SECOND }, (_, frame) => {
    let sum = 0
    for (let at = frame * FRAME; at < (frame + 1) * FRAME; at++) sum += samples.readInt16LE(2 * at) ** 2
    return sum / FRAME
  })
}
