import { FilePathSource, Input, MP4 } from 'mediabunny'
import { type IAudioMetadata, parseFile } from 'music-metadata'
import { readChapters, toChapters } from './read-chapters.ts'
import { measureMp3 } from './read-mp3.ts'
import { measureOgg } from './read-ogg.ts'
import { measureWav } from './read-wav.ts'
import { InvalidFileError } from './sandbox-errors.ts'

/** Required container for each type that was detected from the first bytes. */
const containers: Record<string, RegExp> = {
  'audio/mp4': /^(M4|mp4|iso|dash|3gp)/i,
  'audio/ogg': /^Ogg/,
  'audio/flac': /^FLAC$/,
  'audio/wav': /^WAVE$/,
}

/** Latest beginning of the audio in an MP4. Chromium can't seek correctly if the audio begins later. */
const MAX_BEGIN_SECONDS = 0.5

export async function readAudio(path: string, type: string) {
  const { durationSeconds, chapters, ...more } = type === 'audio/mpeg' ? await readMp3(path) : await readTagged(path, type)
  if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) {
    throw new InvalidFileError('Its length can’t be read: it is damaged or incomplete.')
  }
  return { durationSeconds, chapters: toChapters(chapters, durationSeconds), ...more }
}

async function readMp3(path: string) {
  const { seconds, share, tagEnd, ...more } = await measureMp3(path)
  // Stray bytes between frames are common, but most of an MP3 is frames.
  if (share < 0.5) throw new InvalidFileError('It contains no MP3 audio.')
  return { durationSeconds: seconds, coding: 'mp3', chapters: await readChapters(path, tagEnd), ...more }
}

async function readTagged(path: string, type: string) {
  const parse = (includeChapters: boolean) => parseFile(path, { skipCovers: true, includeChapters })
  // Damaged chapters are no reason to refuse a recording.
  const { format } = await parse(true).catch(() => parse(false))
  if (!containers[type]?.test(format.container ?? '')) {
    throw new InvalidFileError('Its content does not match its file type.', { wrongKind: true })
  }
  if (format.hasVideo) throw new InvalidFileError('It is a video. Choose an audio recording.', { wrongKind: true })
  if (format.hasAudio === false || !format.sampleRate) throw new InvalidFileError('It contains no audio.')
  const { seconds, ...sound } = await measure(path, type, format)
  return {
    durationSeconds: seconds,
    ...sound,
    rate: Math.round(format.sampleRate),
    channels: format.numberOfChannels || 2,
    chapters: format.chapters,
  }
}

type Measured = { seconds: number; coding: string; isOffClock?: boolean }

/** Measures the audio from its beginning to its end, since timestamps of a container need not begin at zero, and reads its codec. */
async function measure(path: string, type: string, { duration = 0 }: IAudioMetadata['format']): Promise<Measured> {
  if (type === 'audio/ogg') return measureOgg(path)
  if (type === 'audio/wav') {
    const { seconds, coding } = await measureWav(path)
    // Some programs write no byte rate.
    return { seconds: Number.isFinite(seconds) ? seconds : duration, coding }
  }
  return type === 'audio/mp4' ? measureMp4(path) : { seconds: duration, coding: 'flac' }
}

async function measureMp4(path: string): Promise<Measured> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4] })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new InvalidFileError('It contains no audio.')
  const entry = String(await track.getInternalCodecId())
  // MPEG's entry is used for many codecs.
  const coding = entry === 'mp4a' ? ((await track.getCodecParameterString()) ?? entry) : entry
  // Players skip audio before zero, which some encoders write.
  const begin = Math.max(0, await track.getFirstTimestamp())
  return { seconds: (await track.computeDuration()) - begin, coding, isOffClock: begin > MAX_BEGIN_SECONDS }
}
