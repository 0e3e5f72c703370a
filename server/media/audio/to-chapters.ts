import { type Chapter, MAX_CHAPTER_TITLE, MAX_CHAPTERS } from '#contracts/catalogue/chapter.ts'

/** Chapter in the tags of a recording; `start` is in units of `timeScale` */
export type FoundChapter = { start: number; timeScale?: number | undefined; title?: string | undefined }

/** Returns the chapters that are valid in an episode: each has a time within the recording and a title, in ascending order. */
export function toChapters(chapters: readonly FoundChapter[] | undefined, durationSeconds: number): Chapter[] {
  const found = new Map<number, string>()
  for (const { start, timeScale = 1, title } of chapters ?? []) {
    const second = Math.floor(start / timeScale)
    const line = toChapterTitle(title)
    if (second >= 0 && second < durationSeconds && line && !found.has(second)) found.set(second, line)
  }
  return Array.from(found, ([start, title]) => ({ start, title }))
    .toSorted((one, other) => one.start - other.start)
    .slice(0, MAX_CHAPTERS)
}

/** Converts a text of a tag or a file name to the title of a chapter: one line of limited length, without invisible characters. */
export function toChapterTitle(text: string | null | undefined): string {
  return (text ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_CHAPTER_TITLE)
    .toWellFormed()
    .trim()
}
