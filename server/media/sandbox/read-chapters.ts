import { open } from 'node:fs/promises'
import { type IChapter, parseBuffer } from 'music-metadata'
import { type Chapter, MAX_CHAPTER_TITLE, MAX_CHAPTERS } from '#contracts/catalogue/chapter.ts'

/** Size limit of a tag; a tag with a picture for each chapter is smaller. */
const MAX_TAG_BYTES = 64 * 1024 * 1024

/** Reads the chapters in an MP3's ID3 tag. Only the tag is parsed: music-metadata takes minutes for the frames of a long file. */
export async function readChapters(path: string, tagEnd: number): Promise<IChapter[] | undefined> {
  if (tagEnd === 0 || tagEnd > MAX_TAG_BYTES) return undefined
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tagEnd), 0, tagEnd, 0)
    const { format } = await parseBuffer(buffer.subarray(0, bytesRead), { mimeType: 'audio/mpeg' }, { skipCovers: true, duration: false })
    return format.chapters
  } catch {
    // A recording plays even if its tag is damaged.
    return undefined
  } finally {
    await file.close()
  }
}

/** Returns the chapters that the form accepts: each with a second and a title, in ascending order, within the recording. */
export function toChapters(chapters: readonly IChapter[] | undefined, durationSeconds: number): Chapter[] {
  const found = new Map<number, string>()
  for (const { start, timeScale = 1, title } of chapters ?? []) {
    const second = Math.floor(start / timeScale)
    const line = (title ?? '')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_CHAPTER_TITLE)
      .toWellFormed()
      .trim()
    if (second >= 0 && second < durationSeconds && line && !found.has(second)) found.set(second, line)
  }
  return Array.from(found, ([start, title]) => ({ start, title }))
    .toSorted((one, other) => one.start - other.start)
    .slice(0, MAX_CHAPTERS)
}
