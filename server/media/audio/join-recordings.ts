import { createReadStream, createWriteStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FilePathTarget, type InputAudioTrack, Output } from 'mediabunny'
import { parseFile } from 'music-metadata'
import type { Entry } from 'yauzl'
import { type Chapter, MAX_CHAPTERS } from '#contracts/catalogue/chapter.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { findSound, openSoundWriter } from './copy-sound.ts'
import { JOINED_TYPES } from './joined-types.ts'
import { readBytes } from './read-bytes.ts'
import { readId3Chapters } from './read-id3-chapters.ts'
import { measureMp3 } from './read-mp3.ts'
import { openRecordingArchive } from './recording-archive.ts'
import { inOrder, type Tagged, titlesOf } from './recording-order.ts'
import { SOUND_FORMATS } from './sound-formats.ts'
import { type FoundChapter, toChapters, toChapterTitle } from './to-chapters.ts'

/** Recording of an archive with the properties that all recordings of an audiobook share. */
type Opened = {
  type: (typeof JOINED_TYPES)[number]
  codec: string
  rate: number
  channels: number
  /** Data that decoders need before the first packet, in hex */
  setup: string
  chapters: readonly FoundChapter[]
  /** Audio of another recording than an MP3 */
  track?: InputAudioTrack
  /** Bytes of the audio of an MP3 */
  frames?: { path: string; begin: number; end: number; seconds: number }
}

async function readTags(path: string): Promise<Omit<Tagged, 'entry'>> {
  // A recording with damaged tags has a title from its name.
  const { common } = await parseFile(path, { skipCovers: true }).catch(() => ({ common: undefined }))
  return { title: toChapterTitle(common?.title), track: common?.track.no ?? null, disk: common?.disk.no ?? null }
}

/** Writer of the joined recording. `append` adds a recording behind `start`, and returns the end in seconds. */
type Writer = { append: (opened: Opened, start: number) => Promise<number>; finish: () => Promise<void> }

/**
 * Joins the recordings in a ZIP archive to one recording at `target`, with a chapter for each. They are in the order of their names, or of
 * the track numbers in their tags. A recording with several chapters keeps them. Audio packets are copied unchanged, so that all recordings need the same
 * encoding. Each is extracted to `scratch`. Other files in the archive are ignored. Runs in the sandbox process.
 * @throws InvalidFileError
 */
export async function joinRecordings(path: string, { target, scratch }: { target: string; scratch: string }) {
  const archive = await openRecordingArchive(path)
  try {
    const tagged: Tagged[] = []
    for (const entry of await archive.list()) {
      await archive.extract(entry, scratch)
      tagged.push({ entry, ...(await readTags(scratch)) })
    }
    const files = inOrder(tagged)
    const titles = titlesOf(files)
    const chapters: Chapter[] = []
    let first: Opened | undefined
    let writer: Writer | undefined
    let seconds = 0
    for (const [index, { entry }] of files.entries()) {
      await archive.extract(entry, scratch)
      const opened = await openSound(scratch, entry)
      first ??= opened
      refuseOther(opened, first, entry)
      writer ??= await openWriter(opened, target)
      const end = await writer.append(opened, seconds)
      if (end === seconds) throw new InvalidFileError(`“${posix.basename(entry.fileName)}” contains no audio.`)
      const own = toChapters(opened.chapters, end - seconds)
      const isWhole = own.length < 2
      if (isWhole || own[0]?.start !== 0) chapters.push({ start: Math.round(seconds), title: titles[index] ?? '' })
      if (!isWhole) chapters.push(...own.map(({ start, title }) => ({ start: Math.round(seconds + start), title })))
      seconds = end
    }
    await writer?.finish()
    return { type: first?.type ?? JOINED_TYPES[0], chapters: distinct(chapters) }
  } finally {
    archive.close()
  }
}

async function openSound(path: string, { fileName }: Entry): Promise<Opened> {
  const name = posix.basename(fileName)
  const file = await open(path)
  const head = await readBytes(file, 0, 12).finally(() => file.close())
  const has = (mark: string, at = 0) => head.toString('latin1', at, at + mark.length) === mark
  if (has('fLaC')) throw new InvalidFileError(`“${name}” is a FLAC recording. Several files can be MP3, M4A or OGG.`)
  const type = has('OggS') ? 'audio/ogg' : has('ftyp', 4) ? 'audio/mp4' : has('WAVE', 8) ? 'audio/wav' : 'audio/mpeg'
  if (type === 'audio/mpeg') {
    const { sound, seconds, tagEnd } = await measureMp3(path)
    if (!sound) throw new InvalidFileError(`“${name}” is no recording.`)
    const { begin, end, ...own } = sound
    const chapters = await readId3Chapters(path, tagEnd)
    return { type, codec: 'mp3', setup: '', ...own, chapters, frames: { path, begin, end, seconds } }
  }
  const track = await findSound(path, SOUND_FORMATS[type]?.inputs ?? [])
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new InvalidFileError(`“${name}” contains no audio.`)
  const { codec, sampleRate: rate, numberOfChannels: channels, description } = config
  const tags = await parseFile(path, { skipCovers: true, includeChapters: true }).catch(() => undefined)
  return {
    type,
    track,
    chapters: tags?.format.chapters ?? [],
    codec,
    rate,
    channels,
    setup: description ? Buffer.from(description as Uint8Array).toString('hex') : '',
  }
}

/** Refuses a recording that can't follow the first one without being encoded again. */
function refuseOther(opened: Opened, first: Opened, { fileName }: Entry): void {
  const differs = (['type', 'codec', 'rate', 'channels', 'setup'] as const).find((property) => opened[property] !== first[property])
  if (!differs) return
  const property = {
    type: 'another format',
    codec: 'another encoding',
    rate: `${opened.rate / 1000} kHz in place of ${first.rate / 1000} kHz`,
    channels: opened.channels === 1 ? 'mono in place of stereo' : 'stereo in place of mono',
    setup: 'other settings of the encoder',
  }[differs]
  const name = posix.basename(fileName)
  throw new InvalidFileError(`“${name}” differs from the first recording: ${property}. Export all files with the same settings.`)
}

async function openWriter({ type, track }: Opened, target: string): Promise<Writer> {
  if (!track) {
    // A repeated task begins with an empty file.
    await writeFile(target, '')
    return appendFrames(target)
  }
  const format = SOUND_FORMATS[type]
  if (!format) throw new InvalidFileError('Its recordings can’t be joined.')
  const output = new Output({ format: format.output({ inMemory: false }), target: new FilePathTarget(target) })
  const writer = await openSoundWriter(track, output)
  return { append: async (opened, start) => (opened.track ? writer.append(opened.track) : start), finish: writer.finish }
}

/** Returns the writer of an MP3, whose bytes are copied, which is much faster than copying its packets. */
function appendFrames(target: string): Writer {
  return {
    append: async ({ frames }, start) => {
      if (!frames || frames.end <= frames.begin) return start
      const content = createReadStream(frames.path, { start: frames.begin, end: frames.end - 1 })
      await pipeline(content, createWriteStream(target, { flags: 'a' }))
      return start + frames.seconds
    },
    finish: async () => undefined,
  }
}

/** Omits chapters of less than a second, since the start of a chapter is a whole second. */
const distinct = (chapters: Chapter[]) => chapters.filter(({ start }, index) => chapters[index + 1]?.start !== start).slice(0, MAX_CHAPTERS)
