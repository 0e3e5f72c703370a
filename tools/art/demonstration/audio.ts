import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { zipSync } from 'fflate'
import { demoCatalogue } from '#demo/catalogue.ts'
import { readManuscript } from './manuscript.ts'

const run = promisify(execFile)
const OUT = new URL('../../../demo/files/audio/', import.meta.url).pathname

const RATE = 22_050
export const PARAGRAPH_PAUSE_MS = 420

/** Voice of each host: an espeak-ng voice with its variant, pitch (0–99) and words per minute. */
const voices: Record<string, { voice: string; pitch: number; speed: number }> = {
  'Ruvimbo Chikomo': { voice: 'en-gb-x-rp+f2', pitch: 42, speed: 145 },
  'Chiedza Mapfumo': { voice: 'en-gb-x-rp+f4', pitch: 46, speed: 148 },
  'Nomathemba Khumalo': { voice: 'en-gb-x-rp+f3', pitch: 44, speed: 148 },
  'Farai Mutendi': { voice: 'en-gb-x-rp', pitch: 36, speed: 147 },
  'Tapiwa Gumbo': { voice: 'en-gb-x-rp+m3', pitch: 34, speed: 148 },
}

/** Sound effects that improve a formant voice, which is thin and hissy: more bass, less treble, a small room, and a constant level. */
const WARMER =
  'highpass 70 bass +4 180 equalizer 2900 1.2q -3 lowpass 6800 compand 0.02,0.25 6:-60,-40,-24,-16,-10,-6 -3 -90 0.1 reverb 14 50 30 channels 1 gain -n -3'.split(
    ' ',
  )
/** Silence before and after the voice, in seconds */
const AROUND_VOICE = { before: 0.2, after: 0.5 }
const MP3 = '--quiet -m m --resample 22.05 -q 2 --cbr -b 24 --add-id3v2 --id3v2-utf16'.split(' ')

/** Creates recordings of all episodes that have a text, or only of the named ones. Needs espeak-ng, sox and lame. */
export async function makeAudio(only: string[]): Promise<void> {
  await mkdir(OUT, { recursive: true })
  const scratch = await mkdtemp(`${tmpdir()}/lectern-audio-`)
  try {
    await motif('opening', `${scratch}/opening.wav`)
    await motif('closing', `${scratch}/closing.wav`)
    for (const { slug } of demoCatalogue.episodes) {
      if (only.length && !only.includes(slug)) continue
      if (existsSync(new URL(`../../../demo/episodes/${slug}.md`, import.meta.url))) await speak(slug, scratch)
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function speak(slug: string, scratch: string): Promise<void> {
  const { facts, body } = await readManuscript('episodes', slug)
  const raw = `${scratch}/raw.wav`
  await sayTo(raw, toParagraphs(body), facts.host)
  const { before, after } = AROUND_VOICE
  await run('sox', ['-R', raw, '-r', `${RATE}`, '-c', '1', `${scratch}/voice.wav`, ...WARMER, 'pad', `${before}`, `${after}`])
  const parts = ['opening', 'voice', 'closing', 'whole'].map((name) => `${scratch}/${name}.wav`)
  await run('sox', ['-R', ...parts, 'gain', '-n', '-1.5'])
  const tags = ['--tt', facts.title ?? slug, '--ta', facts.host ?? '', '--tl', 'Lectern', '--tg', 'Speech']
  await run('lame', [...MP3, ...tags, `${scratch}/whole.wav`, `${OUT}${slug}.mp3`])
}

const CHAPTER_MP3 = '--quiet -m m --resample 16 -q 2 --cbr -b 16 --add-id3v2 --id3v2-utf16'.split(' ')

/** Creates the audiobooks, or only the named ones: an archive with a recording for each chapter. Needs espeak-ng, sox and lame. */
export async function makeAudiobooks(only: string[]): Promise<void> {
  const scratch = await mkdtemp(`${tmpdir()}/lectern-audiobook-`)
  try {
    for (const { slug, audio, author } of demoCatalogue.books) {
      if (!audio || (only.length && !only.includes(slug))) continue
      const { body } = await readManuscript('manuscripts', slug)
      const parts = body.split(/^## +(.+)$/m).slice(1)
      const files: Record<string, Uint8Array> = {}
      for (let at = 0; at + 1 < parts.length; at += 2) {
        const [title = '', text = ''] = [parts[at]?.trim(), parts[at + 1]]
        const number = String(at / 2 + 1).padStart(2, '0')
        await sayTo(`${scratch}/raw.wav`, [title, ...toParagraphs(text)], author)
        const { before, after } = AROUND_VOICE
        await run('sox', [
          '-R',
          `${scratch}/raw.wav`,
          '-r',
          `${RATE}`,
          '-c',
          '1',
          `${scratch}/voice.wav`,
          ...WARMER,
          'pad',
          `${before}`,
          `${2 * after}`,
        ])
        await run('lame', [...CHAPTER_MP3, '--tt', title, '--tn', number, `${scratch}/voice.wav`, `${scratch}/chapter.mp3`])
        files[`${number} ${title}.mp3`] = await readFile(`${scratch}/chapter.mp3`)
      }
      await writeFile(`${OUT}${slug}.zip`, zipSync(files, { level: 0, mtime: '2026-01-01' }))
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/** Returns the times at which the voice begins and ends in a recording of the given length, in seconds. */
export function voiceWithin(durationSeconds: number): { begin: number; end: number } {
  return {
    begin: motifSeconds(OPENING) + AROUND_VOICE.before,
    end: durationSeconds - motifSeconds(CLOSING) - AROUND_VOICE.after,
  }
}

/** Returns the paragraphs of an episode's text without markup. */
export function toParagraphs(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .replace(/^[>#-] */gm, '')
        .replace(/\*/g, '')
        .replace(/\n/g, ' ')
        .trim(),
    )
    .filter((paragraph) => /\w/.test(paragraph))
}

/** Writes spoken paragraphs in the host's voice to a WAV file, with pauses in between. Needs espeak-ng. */
export async function sayTo(path: string, paragraphs: string[], host = ''): Promise<void> {
  const { voice, pitch, speed } = voices[host] ?? { voice: 'en-gb-x-rp', pitch: 40, speed: 147 }
  const marked = paragraphs.map((paragraph) => `<p>${paragraph.replace(/&/g, 'and').replace(/[<>]/g, '').replace(/’/g, "'")}</p>`)
  await writeFile(`${path}.xml`, `<speak>${marked.join(`<break time="${PARAGRAPH_PAUSE_MS}ms"/>`)}</speak>`)
  const manner = `-v ${voice} -p ${pitch} -s ${speed} -g 2 -a 90`.split(' ')
  await run('espeak-ng', ['-m', ...manner, '-f', `${path}.xml`, '-w', path])
}

/** Frequencies of G4 A4 B4 D5 E5 G5, a scale of five tones as on many small mbiras. */
const [G4, A4, B4, D5, E5, G5] = [392, 440, 493.9, 587.3, 659.3, 784] as const
const OPENING = [G4, D5, B4, E5, D5, G5, 0, E5, D5, B4, A4, G4]
const CLOSING = [E5, D5, B4, D5, A4, B4, 0, G4]
const STEP = 0.2

const motifSeconds = (phrase: readonly number[]) => (phrase.length - 1) * STEP + 1.7

/** Synthesizes a plucked phrase as a WAV file: a string for each note, and a short overtone for the click of a thumb on a tine. */
async function motif(kind: 'opening' | 'closing', path: string): Promise<void> {
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
  // The `channels 1` effect is needed, because reverb outputs two channels, and the file would otherwise play at half its length.
  const effects = `gain -n -9 reverb 26 60 60 channels 1 fade t 0.01 ${motifSeconds(phrase)} 0.8`
  await run('sox', ['-R', '-m', ...parts, path, ...effects.split(' ')])
  await run('rm', ['-f', ...parts])
}
