import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const RATE = 22_050

/** Frequencies of G4 A4 B4 D5 E5 G5: five notes, as many small mbiras have. */
const [G4, A4, B4, D5, E5, G5] = [392, 440, 493.9, 587.3, 659.3, 784] as const
const OPENING = [G4, D5, B4, E5, D5, G5, 0, E5, D5, B4, A4, G4]
const CLOSING = [E5, D5, B4, D5, A4, B4, 0, G4]
const STEP = 0.2

/** A plucked phrase as a WAV file: a string for the note, and a short overtone for the click of a thumb on a tine. */
export async function motif(kind: 'opening' | 'closing', path: string): Promise<void> {
  const phrase = kind === 'opening' ? OPENING : CLOSING
  const notes = phrase.flatMap((pitch, i) =>
    pitch ? [{ pitch, at: i * STEP }, ...(i % 4 === 0 ? [{ pitch: pitch / 2, at: i * STEP }] : [])] : [],
  )
  const parts: string[] = []
  for (const [i, { pitch, at }] of notes.entries()) {
    const file = `${path}.${i}.wav`
    const effects = `synth 1.7 pluck ${pitch} synth 1.7 sine mix ${pitch} fade t 0.004 1.7 1.3 lowpass 3800 gain ${i % 3 ? -13 : -10} pad ${at} 0`
    await run('sox', [...`-R -n -r ${RATE} -c 1 -b 16`.split(' '), file, ...effects.split(' ')])
    parts.push(file)
  }
  // reverb turns one channel into two; without going back to one the file would play at half its length.
  const effects = `gain -n -9 reverb 26 60 60 channels 1 fade t 0.01 ${(phrase.length - 1) * STEP + 1.7} 0.8`
  await run('sox', ['-R', '-m', ...parts, path, ...effects.split(' ')])
  await run('rm', ['-f', ...parts])
}
