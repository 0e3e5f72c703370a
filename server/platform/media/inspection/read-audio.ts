import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parseFile } from 'music-metadata'
import { InspectionError } from './inspection-errors.ts'
import { measureMp3 } from './mp3-duration.ts'

/** What the container must turn out to be for each type that the first bytes announced. */
const containers: Record<string, RegExp> = {
  'audio/mp4': /^(M4|mp4|iso|dash|3gp)/i,
  'audio/ogg': /^Ogg/,
  'audio/flac': /^FLAC$/,
  'audio/wav': /^WAVE$/,
}

export async function readAudio(path: string, type: string) {
  const durationSeconds = type === 'audio/mpeg' ? await readMp3Duration(path) : await readTaggedDuration(path, type)
  if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) {
    throw new InspectionError('Its length can’t be read: it is damaged or incomplete.')
  }
  return { durationSeconds }
}

async function readMp3Duration(path: string) {
  const { seconds, share } = await measureMp3(path)
  // Stray bytes between frames are common, but most of an MP3 is frames.
  if (share < 0.5) throw new InspectionError('There is no MP3 sound in it.')
  return seconds
}

async function readTaggedDuration(path: string, type: string) {
  const { format } = await parseFile(path, { skipCovers: true })
  if (!containers[type]?.test(format.container ?? '')) {
    throw new InspectionError('It is not the kind of recording that it begins like.', { wrongKind: true })
  }
  if (format.hasVideo) throw new InspectionError('It is a film. Choose a sound recording.', { wrongKind: true })
  if (format.hasAudio === false || !format.sampleRate) throw new InspectionError('There is no sound in it.')
  return format.duration || (type === 'audio/ogg' ? readOggDuration(path, format.sampleRate, format.codec) : 0)
}

/** An Ogg stream that was cut short has no last page; the last whole one still counts the samples so far (RFC 3533 §6). */
async function readOggDuration(path: string, sampleRate: number, codec = '') {
  // A page has at most 65,307 bytes.
  const end = await buffer(createReadStream(path, { start: Math.max(0, (await stat(path)).size - 2 * 65_307) }))
  const granulesPerSecond = /opus/i.test(codec) ? 48_000 : sampleRate
  for (let page = end.lastIndexOf('OggS'); page > 0; page = end.lastIndexOf('OggS', page - 1)) {
    // −1 marks pages on which no packet ends.
    const granule = page + 14 <= end.length ? end.readBigInt64LE(page + 6) : -1n
    if (granule > 0n) return Number(granule) / granulesPerSecond
  }
  return 0
}
