import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { demoCatalogue } from '#demo/catalogue.ts'
import { motif, RATE } from './audio/motif.ts'
import { voices } from './audio/voices.ts'
import { readManuscript } from './manuscript.ts'

const run = promisify(execFile)
const OUT = new URL('../../demo/files/audio/', import.meta.url).pathname

/** A formant voice is thin and hissy: more chest, less top, a small room, and one level throughout. */
const WARMER =
  'highpass 70 bass +4 180 equalizer 2900 1.2q -3 lowpass 6800 compand 0.02,0.25 6:-60,-40,-24,-16,-10,-6 -3 -90 0.1 reverb 14 50 30 channels 1 gain -n -3 pad 0.2 0.5'.split(
    ' ',
  )
const MP3 = '--quiet -m m --resample 22.05 -q 2 --cbr -b 24 --add-id3v2 --id3v2-utf16'.split(' ')

/** Speaks every episode whose text is there, or only those named. Needs espeak-ng, sox and lame. */
export async function makeAudio(only: string[]): Promise<void> {
  await mkdir(OUT, { recursive: true })
  const scratch = await mkdtemp(`${tmpdir()}/lectern-audio-`)
  try {
    await motif('opening', `${scratch}/opening.wav`)
    await motif('closing', `${scratch}/closing.wav`)
    for (const { slug } of demoCatalogue.episodes) {
      if (only.length && !only.includes(slug)) continue
      if (existsSync(new URL(`../../demo/episodes/${slug}.md`, import.meta.url))) await speak(slug, scratch)
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function speak(slug: string, scratch: string): Promise<void> {
  const { facts, body } = await readManuscript('episodes', slug)
  const { voice, pitch, speed } = voices[facts.host ?? ''] ?? { voice: 'en-gb-x-rp', pitch: 40, speed: 147 }
  await writeFile(`${scratch}/text.xml`, ssml(body))
  const raw = `${scratch}/raw.wav`
  await run('espeak-ng', [
    '-m',
    '-v',
    voice,
    '-p',
    `${pitch}`,
    '-s',
    `${speed}`,
    '-g',
    '2',
    '-a',
    '90',
    '-f',
    `${scratch}/text.xml`,
    '-w',
    raw,
  ])
  await run('sox', ['-R', raw, '-r', `${RATE}`, '-c', '1', `${scratch}/voice.wav`, ...WARMER])
  const parts = ['opening', 'voice', 'closing', 'whole'].map((name) => `${scratch}/${name}.wav`)
  await run('sox', ['-R', ...parts, 'gain', '-n', '-1.5'])
  const tags = ['--tt', facts.title ?? slug, '--ta', facts.host ?? '', '--tl', 'Lectern', '--tg', 'Speech']
  await run('lame', [...MP3, ...tags, `${scratch}/whole.wav`, `${OUT}${slug}.mp3`])
}

/** Returns the text as SSML, with a pause between paragraphs. */
function ssml(body: string): string {
  const paragraphs = body.split(/\n\s*\n/).map((paragraph) =>
    paragraph
      .replace(/^[>#-] */gm, '')
      .replace(/\*/g, '')
      .replace(/&/g, 'and')
      .replace(/[<>]/g, '')
      .replace(/’/g, "'")
      .replace(/\n/g, ' '),
  )
  return `<speak>${paragraphs
    .filter((paragraph) => /\w/.test(paragraph))
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('<break time="420ms"/>')}</speak>`
}
