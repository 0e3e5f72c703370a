import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { asFault } from '#server/media/file-errors.ts'
import { drawAreas } from '#server/media/pdf/draw-page.ts'
import { readLabels } from '#server/media/pdf/read-book-pages.ts'
import { readLanguage, reflowPdf } from '#server/media/pdf/read-book-reflow.ts'
import { createEpub, type EpubContent, type EpubPicture } from './write-epub.ts'

/** Description of a book for its EPUB; `language` replaces what the PDF states. */
export type PdfEpubTask = {
  path: string
  target: string
  about: Pick<EpubContent, 'id' | 'title' | 'authors' | 'rights' | 'modified' | 'language'> &
    Partial<Pick<EpubContent, 'contributors' | 'publisher' | 'isbn' | 'series' | 'imprint' | 'cover'>>
}
type Picture = Extract<ReflowBlock, { kind: 'picture' }>
type PlacedPicture = { part: number; block: number; page: number; box: NonNullable<Picture['box']> }

const SUMMARY =
  'The text was made from the pages of a PDF: headings, paragraphs, lists, tables and notes were recognized automatically. The pages of the printed book are marked. Pictures have no description.'

/**
 * Writes the text of a PDF as an EPUB to `target`, if its score is high enough for one. Returns the score, or null for a PDF that is too
 * long. Runs in the sandbox process.
 */
export async function writePdfEpub({ path, target, about }: PdfEpubTask): Promise<{ score: number | null; isWritten: boolean }> {
  const { document, reflowed } = await reflowPdf(path)
  if (!reflowed) return { score: null, isWritten: false }
  const { parts, direction } = reflowed
  const { score, isGood } = reflowed.epub
  if (!isGood) return { score, isWritten: false }
  const labels =
    (await readLabels(document).catch(() => null)) ?? Array.from({ length: document.numPages }, (_, index) => String(index + 1))
  const language = about.language ?? (await readLanguage(document))
  await document.loadingTask.destroy()
  const pictures = parts.flatMap(({ blocks }, part) =>
    blocks.flatMap((block, index): PlacedPicture[] => {
      if (block.kind !== 'picture') return []
      block.alt ??= `Picture on page ${labels[block.page - 1] || block.page}`
      return block.box ? [{ part: part + 1, block: index, page: block.page, box: block.box }] : []
    }),
  )
  const epub = createEpub(target)
  try {
    for (const [page, own] of Map.groupBy(pictures, (picture) => picture.page)) {
      const areas = own.map(({ box }) => box)
      // A page that can't be rendered has no pictures.
      const drawn = await drawAreas(path, page, areas).catch((error: unknown) => {
        asFault(error)
        return []
      })
      for (const [index, content] of drawn.entries()) {
        const picture = own[index]
        if (content && picture) epub.addPicture(picture.part, picture.block, toJpeg(content))
      }
    }
    epub.finish({ ...about, language, direction, parts, labels, accessibilitySummary: SUMMARY })
  } finally {
    epub.close()
  }
  return { score, isWritten: true }
}

const toJpeg = (content: Uint8Array): EpubPicture => ({ content, type: 'image/jpeg', extension: 'jpg' })
