import type { Readable } from 'node:stream'
import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import { inputOf, type Recording } from '#server/media/audio/ffmpeg-input.ts'

/** Length of the beginning of a recording that speech detection analyzes, in seconds. */
const SECONDS = 600
const RATE = 8000
/** Samples in a frame of 25 milliseconds. */
const FRAME = 200
const FRAMES_PER_SECOND = RATE / FRAME
/** Energy below which an audio frame counts as a pause, as a share of the mean energy of the same second: −20 dB. */
const PAUSE = 0.01
/** Share of pauses above which a recording is speech. About a fifth of speech is pauses; music has hardly any. */
const SPEECH_PAUSES = 0.05
/** Mean energy below which a whole second is silence and is ignored. */
const SILENCE = 100
const WORK_MS = 60_000

/** Returns whether a recording is speech, judged by its share of pauses. */
export function isSpeech(ffmpeg: Ffmpeg, recording: Recording, signal: AbortSignal): Promise<boolean> {
  const output = ['-t', String(SECONDS), '-ac', '1', '-ar', String(RATE), '-f', 's16le', 'pipe:1']
  return ffmpeg.run([...inputOf(recording), ...output], async (sound) => hasPauses(sound), { workMs: WORK_MS, signal })
}

/**
 * Returns whether audio has as many pauses as speech; true for silence.
 * @param sound 16-bit signed samples at 8000 Hz
 */
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
  // Silence is encoded at the bitrate of speech.
  return heard.frames === 0 || heard.pauses / heard.frames > SPEECH_PAUSES
}

/** Returns the mean energy of each frame of the first second. */
function frameEnergies(samples: Buffer): number[] {
  return Array.from({ length: FRAMES_PER_SECOND }, (_, frame) => {
    let sum = 0
    for (let at = frame * FRAME; at < (frame + 1) * FRAME; at++) sum += samples.readInt16LE(2 * at) ** 2
    return sum / FRAME
  })
}
