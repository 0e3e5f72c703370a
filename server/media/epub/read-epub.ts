import { type BookPages, MAX_OUTLINE_ENTRIES, MAX_PAGES } from '#contracts/reading/book-pages.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { divideIntoParts } from './divide-into-parts.ts'
import { lengthOf } from './epub-block.ts'
import { type Document, findPlaces, type Part } from './epub-document.ts'
import { linkBlocks } from './link-blocks.ts'
import { findPageBreaks, numberPages, PAGE_CHARACTERS, pageAt, textsOfPages } from './number-pages.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { readBlocks } from './read-blocks.ts'
import { type EpubMetadata, NO_TEXT, readPackage } from './read-package.ts'
import { parseDocument } from './xml.ts'

/** Picture block and the path of its image in the archive */
export type PictureSource = { part: number; block: number; path: string }

export type Epub = {
  metadata: EpubMetadata
  pages: BookPages
  reflow: { parts: Part[]; direction: 'ltr' | 'rtl'; language: string | null }
  /** Text of each page */
  texts: string[]
  pictures: PictureSource[]
}

/** Reads an EPUB as reflowable text. @throws InvalidFileError for a file that can't be read as text */
export const readEpub = (path: string): Epub => readBook(openArchive(path))

/** Reads the book in an open archive, as `readEpub` does. */
export function readBook(archive: Archive): Epub {
  const { metadata, spine, contents, pageList } = readPackage(archive)
  const documents: Document[] = []
  for (const { path, text } of archive.readTexts(spine)) documents.push({ ...readBlocks(parseDocument(text), path), path, places: [] })
  const characters = documents
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block.kind === 'picture' ? 0 : lengthOf(block)), 0)
  if (characters === 0) throw new InvalidFileError(NO_TEXT)
  if (characters > MAX_PAGES * PAGE_CHARACTERS * 0.9) throw new InvalidFileError('Its text is longer than any book’s.')

  const parts = divideIntoParts(documents, contents)
  const find = findPlaces(documents)
  const breaks = findPageBreaks(documents, { pageList, find, characters })
  const { labels, pageCount } = numberPages(parts, breaks)
  const pictures: PictureSource[] = []
  linkBlocks(documents, parts, find)
  for (const { blocks, places } of documents)
    for (const [index, block] of blocks.entries()) {
      const [part = 0, own = 0] = places[index] ?? []
      if (block.kind === 'picture' && archive.has(block.path)) pictures.push({ part, block: own, path: block.path })
    }
  const texts = textsOfPages(parts, pageCount)
  const outline = contents.flatMap(({ title, depth, ...target }) => {
    const place = find(target)
    return place ? [{ title, depth, page: pageAt(parts, place) }] : []
  })
  return {
    metadata,
    pages: { sizes: Array.from({ length: pageCount }, () => null), labels, outline: outline.slice(0, MAX_OUTLINE_ENTRIES), hasText: true },
    reflow: { parts, direction: directionOf(texts), language: metadata.language },
    texts,
    pictures,
  }
}

/** Returns the direction of most letters. */
function directionOf(texts: string[]): 'ltr' | 'rtl' {
  const text = texts.slice(0, 50).join(' ').slice(0, 100_000)
  const rtl = text.match(/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu)?.length ?? 0
  return 2 * rtl > (text.match(/\p{L}/gu)?.length ?? 0) ? 'rtl' : 'ltr'
}
