import { open } from 'node:fs/promises'
import { FilePathSource, Input, type InputVideoTrack, MP4, QTFF } from 'mediabunny'
import { type IAudioMetadata, parseFile } from 'music-metadata'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { mp4Container } from './audio-codings.ts'
import type { Edit } from './edit.ts'
import { readBytes } from './read-bytes.ts'
import { measureFlac } from './read-flac.ts'
import { readId3Chapters } from './read-id3-chapters.ts'
import { measureMp3 } from './read-mp3.ts'
import { measureOgg } from './read-ogg.ts'
import { measureWav } from './read-wav.ts'
import { toChapters } from './to-chapters.ts'

/** Types whose tags are read by music-metadata, but not their audio: it refuses RF64, files without sizes, and 3GP. */
const MEASURED = ['audio/wav', 'audio/flac', 'audio/mp4']

/** Maximum start time of the audio in an MP4, in seconds. Chromium can't seek correctly if the audio begins later. */
const MAX_BEGIN_SECONDS = 0.5

/** Maximum number of pictures per second in a track of chapter pictures */
const MAX_STILL_RATE = 1
const SAMPLED_PICTURES = 50

export async function readAudio(path: string, type: string) {
  const { durationSeconds, chapters, ...more } = type === 'audio/mpeg' ? await readMp3(path) : await readTagged(path, type)
  if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) {
    throw new InvalidFileError('Its length can’t be read: it is damaged or incomplete.')
  }
  const taken = toChapters(chapters, durationSeconds)
  return { durationSeconds, chapters: taken, chaptersLeftOut: (chapters?.length ?? 0) - taken.length, ...more }
}

async function readMp3(path: string) {
  const { seconds, share, tagEnd, sound: _sound, ...more } = await measureMp3(path)
  // A low share of MP3 frames among the bytes means that the file is no MP3: stray bytes between frames are common, but few.
  if (share < 0.5) throw new InvalidFileError('It contains no MP3 audio.')
  return { durationSeconds: seconds, coding: 'mp3', chapters: await readId3Chapters(path, tagEnd), ...more }
}

async function readTagged(path: string, type: string) {
  const isMeasured = MEASURED.includes(type)
  const parse = (includeChapters: boolean) => parseFile(path, { skipCovers: true, includeChapters })
  // A recording with damaged chapters is accepted without chapters.
  const tagged = parse(true).catch(() => parse(false))
  const { format } = isMeasured ? await tagged.catch(() => ({ format: {} as IFormat })) : await tagged
  if (!isMeasured && !/^Ogg/.test(format.container ?? '')) {
    throw new InvalidFileError('Its content does not match its file type.', { wrongKind: true })
  }
  if (!isMeasured && (format.hasAudio === false || !format.sampleRate)) throw new InvalidFileError('It contains no audio.')
  const { seconds, rate = format.sampleRate ?? 0, channels = format.numberOfChannels ?? 0, ...sound } = await measure(path, type, format)
  return {
    durationSeconds: seconds,
    ...sound,
    rate: Math.round(rate),
    channels: channels || 2,
    chapters: format.chapters,
  }
}

type IFormat = IAudioMetadata['format']
type Measured = { seconds: number; coding: string; isOffClock?: boolean; rate?: number; channels?: number; edits?: Edit[] }

/**
 * Measures a recording and reads its codec. The length is measured from the start of the audio, since timestamps of a container need not
 * begin at zero.
 */
async function measure(path: string, type: string, format: IFormat): Promise<Measured> {
  if (type === 'audio/ogg') return measureOgg(path)
  if (type === 'audio/wav') {
    const { seconds, ...more } = await measureWav(path)
    // Some programs omit the byte rate; the duration from the parser is then used.
    return { seconds: Number.isFinite(seconds) ? seconds : (format.duration ?? 0), ...more }
  }
  return type === 'audio/mp4' ? measureMp4(path, format) : { coding: 'flac', ...(await measureFlac(path)) }
}

async function measureMp4(path: string, { sampleRate, numberOfChannels }: IFormat): Promise<Measured> {
  const container = mp4Container(await readMajorBrand(path))
  if (!container) throw new InvalidFileError('Its content does not match its file type.', { wrongKind: true })
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
  for (const track of await input.getVideoTracks()) {
    if (!(await isStill(track))) throw new InvalidFileError('It is a video. Choose an audio recording.', { wrongKind: true })
  }
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new InvalidFileError('It contains no audio.')
  const entry = String(await track.getInternalCodecId())
  // The sample entry `mp4a` is used for many codecs.
  const codec = entry === 'mp4a' ? ((await track.getCodecParameterString()) ?? entry) : entry.trim()
  const coding = container === 'MP4' ? codec : `${codec} in ${container}`
  // Negative timestamps, which some encoders write, mark audio that players skip.
  const begin = Math.max(0, await track.getFirstTimestamp())
  return {
    seconds: (await track.computeDuration()) - begin,
    coding,
    isOffClock: begin > MAX_BEGIN_SECONDS,
    rate: sampleRate ?? (await track.getSampleRate()),
    channels: numberOfChannels ?? (await track.getNumberOfChannels()),
  }
}

async function readMajorBrand(path: string): Promise<string> {
  const file = await open(path)
  try {
    return (await readBytes(file, 8, 4)).toString('latin1')
  } finally {
    await file.close()
  }
}

/** Returns whether a video track contains a cover or chapter pictures, which change more slowly than the images of a video. */
async function isStill(track: InputVideoTrack): Promise<boolean> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(SAMPLED_PICTURES)
  return packetCount <= 1 || averagePacketRate <= MAX_STILL_RATE
}
