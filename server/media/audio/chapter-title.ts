import { MAX_CHAPTER_TITLE } from '#contracts/catalogue/chapter.ts'

/** Converts a text of a tag or a file name to the title of a chapter: one line of limited length, without invisible characters. */
export function toChapterTitle(text: string | null | undefined): string {
  return (text ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_CHAPTER_TITLE)
    .toWellFormed()
    .trim()
}
