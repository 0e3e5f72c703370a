import { createReadStream, createWriteStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { extname, posix } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  Output,
} from 'mediabunny'
import { parseFile } from 'music-metadata'
import { type Entry, type Options, open as openZip, type ZipFile } from 'yauzl'
import { type Chapter, MAX_CHAPTERS } from '#contracts/catalogue/chapter.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { toChapterTitle } from './chapter-title.ts'
import { JOINED_TYPES } from './joined-types.ts'
import { readBytes } from './read-bytes.ts'
import { measureMp3 } from './read-mp3.ts'
import { SOUND_FORMATS } from './sound-formats.ts'

/** Limits of an archive. Sixty hours of speech as MP3 have two gigabytes. */
const MAX_ENTRIES = 10_000
const MAX_BYTES = 2 * 1024 ** 3

const EXTENSIONS = /^\.(mp3|m4a|m4b|aac|mp4|ogg|oga|opus|flac|wav)$/i

/** Recording of an archive with the properties that all recordings of an audiobook share. */
type Opened = {
  type: (typeof JOINED_TYPES)[number]
  codec: string
  rate: number
  channels: number
  /** Data that decoders need before the first packet, in hex */
  setup: string
  /** Audio of another recording than an MP3 */
  track?: InputAudioTrack
  /** Bytes of the audio of an MP3 */
  frames?: { path: string; begin: number; end: number; seconds: number }
}

/** Writer of the joined recording. `append` adds a recording behind `start`, and returns the end in seconds. */
type Writer = { append: (opened: Opened, start: number) => Promise<number>; finish: () => Promise<void> }

/**
 * Joins the recordings in a ZIP archive to one recording at `target`, with a chapter for each. They are in the order of their names, or of
 * the track numbers in their tags if the names have no numbers. Audio packets are copied unchanged, so that all recordings need the same
 * encoding. Each is extracted to `scratch`. Other files in the archive are ignored. Runs in the sandbox process.
 * @throws InvalidFileError
 */
export async function joinRecordings(path: string, { target, scratch }: { target: string; scratch: string }) {
  const archive = await promisify<string, Options, ZipFile>(openZip)(path, { autoClose: false, lazyEntries: true })
  try {
    const entries = await listRecordings(archive)
    const files = await inOrder(entries, async (entry) => {
      await extract(archive, entry, scratch)
      const { common } = await parseFile(scratch, { skipCovers: true }).catch(() => ({ common: undefined }))
      return { entry, title: toChapterTitle(common?.title), track: common?.track.no ?? null, disk: common?.disk.no ?? null }
    })
    const titles = titlesOf(files)
    const chapters: Chapter[] = []
    let first: Opened | undefined
    let writer: Writer | undefined
    let seconds = 0
    for (const [index, { entry }] of files.entries()) {
      await extract(archive, entry, scratch)
      const opened = await openSound(scratch, entry)
      first ??= opened
      refuseOther(opened, first, entry)
      writer ??= await openWriter(opened, target)
      chapters.push({ start: Math.round(seconds), title: titles[index] ?? '' })
      const end = await writer.append(opened, seconds)
      if (end === seconds) throw new InvalidFileError(`“${posix.basename(entry.fileName)}” contains no audio.`)
      seconds = end
    }
    await writer?.finish()
    return { type: first?.type ?? JOINED_TYPES[0], chapters: distinct(chapters) }
  } finally {
    archive.close()
  }
}

/** Lists the recordings of an archive by their extensions. */
async function listRecordings(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > MAX_ENTRIES) throw new InvalidFileError(`It contains more than ${MAX_ENTRIES.toLocaleString('en')} files.`)
  const entries: Entry[] = []
  await new Promise<void>((resolve, reject) => {
    archive.on('end', resolve).on('error', reject)
    archive.on('entry', (entry: Entry) => {
      const name = posix.basename(entry.fileName)
      // Macs add a file of the same name, which begins with a dot, for each file.
      if (EXTENSIONS.test(extname(name)) && !name.startsWith('.')) entries.push(entry)
      archive.readEntry()
    })
    archive.readEntry()
  })
  if (entries.length === 0) throw new InvalidFileError('It contains no recordings.')
  if (entries.length > MAX_CHAPTERS) throw new InvalidFileError(`It contains more than ${MAX_CHAPTERS.toLocaleString('en')} recordings.`)
  if (entries.some((entry) => entry.isEncrypted())) throw new InvalidFileError('It is protected with a password.')
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_BYTES)
    throw new InvalidFileError('Its recordings are larger than any audiobook.')
  return entries
}

/** Extracts a file of the archive. The library refuses content of another size than the stated one. */
async function extract(archive: ZipFile, entry: Entry, path: string): Promise<void> {
  const content = await promisify<Entry, Readable>(archive.openReadStream.bind(archive))(entry)
  await pipeline(content, createWriteStream(path))
}

async function openSound(path: string, { fileName }: Entry): Promise<Opened> {
  const name = posix.basename(fileName)
  const file = await open(path)
  const head = await readBytes(file, 0, 12).finally(() => file.close())
  const has = (mark: string, at = 0) => head.toString('latin1', at, at + mark.length) === mark
  if (has('fLaC')) throw new InvalidFileError(`“${name}” is a FLAC recording. Several files can be MP3, M4A or OGG.`)
  const type = has('OggS') ? 'audio/ogg' : has('ftyp', 4) ? 'audio/mp4' : has('WAVE', 8) ? 'audio/wav' : 'audio/mpeg'
  if (type === 'audio/mpeg') {
    const { sound, seconds } = await measureMp3(path)
    if (!sound) throw new InvalidFileError(`“${name}” is no recording.`)
    const { begin, end, ...own } = sound
    return { type, codec: 'mp3', setup: '', ...own, frames: { path, begin, end, seconds } }
  }
  const formats = SOUND_FORMATS[type]?.inputs ?? []
  const track = await new Input({ source: new FilePathSource(path), formats }).getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new InvalidFileError(`“${name}” contains no audio.`)
  const { codec, sampleRate: rate, numberOfChannels: channels, description } = config
  return { type, track, codec, rate, channels, setup: description ? Buffer.from(description as Uint8Array).toString('hex') : '' }
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
  const codec = await track.getCodec()
  if (!format || !codec) throw new InvalidFileError('Its recordings can’t be joined.')
  const output = new Output({ format: format.output({ inMemory: false }), target: new FilePathTarget(target) })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  return {
    append: async (opened, start) => (opened.track ? appendPackets(opened.track, source, start) : start),
    finish: () => output.finalize(),
  }
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

/** Copies the packets of a recording behind `start`. Returns the end in seconds. */
async function appendPackets(track: InputAudioTrack, source: EncodedAudioPacketSource, start: number): Promise<number> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  let end = start
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await source.add(packet.clone({ timestamp: end }), decoderConfig && { decoderConfig })
    end += packet.duration
  }
  return end
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare

type Tagged = { entry: Entry; title: string; track: number | null; disk: number | null }

/** Returns the files in order. Tags are read one after another, since each file is extracted for it. */
async function inOrder(entries: Entry[], read: (entry: Entry) => Promise<Tagged>): Promise<Tagged[]> {
  const files: Tagged[] = []
  for (const entry of entries.toSorted((one, other) => byName(one.fileName, other.fileName))) files.push(await read(entry))
  const isNumbered = files.some(({ entry }) => /\d/.test(posix.parse(entry.fileName).name))
  const positions = new Set(files.map(({ disk, track }) => `${disk} ${track}`))
  if (isNumbered || positions.size < files.length || files.some(({ track }) => track === null)) return files
  return files.toSorted((one, other) => (one.disk ?? 1) - (other.disk ?? 1) || (one.track ?? 0) - (other.track ?? 0))
}

/** Returns the titles of the chapters: those in the tags if they all differ, or else the names of the files without numbers in front. */
function titlesOf(files: Tagged[]): string[] {
  const areTitled = new Set(files.map(({ title }) => title)).size === files.length && files.every(({ title }) => title !== '')
  return files.map(({ entry, title }) => (areTitled ? title : titleOf(posix.parse(entry.fileName).name)))
}

function titleOf(name: string): string {
  const words = toChapterTitle(name.replaceAll('_', ' '))
  const unnumbered = words.replace(/^(?:\d{1,4}[\s.)-]+)+(?=\S)/, '')
  return unnumbered || words || 'Untitled'
}

/** Omits chapters of less than a second, since the start of a chapter is a whole second. */
const distinct = (chapters: Chapter[]) => chapters.filter(({ start }, index) => chapters[index + 1]?.start !== start)
