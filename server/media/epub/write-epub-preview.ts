import { MEDIA_TYPES } from '#contracts/common/file-formats.ts'
import { sliceSpans } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { type PreviewRule, previewLength } from '#server/media/preview-length.ts'
import { detectType, HEAD_BYTES } from '#server/media/upload/media-type.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { type Epub, readBook } from './read-epub.ts'
import { createEpub } from './write-epub.ts'

/** Modification time of previews, so that the same file always has the same preview. */
const MODIFIED = new Date('2000-01-01T00:00:00Z')

/** Writes the first pages of an EPUB to `target`; returns their number, or null if the book is too short. Runs in the sandbox process. */
export function writeEpubPreview(path: string, target: string, rule?: PreviewRule): number | null {
  const archive = openArchive(path)
  const epub = readBook(archive)
  const pageCount = previewLength(epub.pages.sizes.length, rule)
  if (pageCount === 0) return null
  const { title, authors, rights } = epub.metadata
  const { direction, language } = epub.reflow
  const parts = cutParts(epub.reflow.parts, pageCount)
  const preview = createEpub(target)
  try {
    for (const { part, block, ...picture } of readPictures(archive, epub, parts)) preview.addPicture(part, block, picture)
    preview.finish({
      id: `urn:sha256:${archive.digest()}`,
      title,
      authors,
      rights,
      language,
      direction,
      parts,
      modified: MODIFIED,
      labels: epub.pages.labels?.slice(0, pageCount) ?? null,
    })
  } finally {
    preview.close()
  }
  return pageCount
}

/** Returns the parts up to a page. A block that continues on the next page ends where that page begins. */
function cutParts(parts: Epub['reflow']['parts'], pageCount: number): Epub['reflow']['parts'] {
  return parts.flatMap((part) => {
    const blocks = part.blocks.filter(({ page }) => page <= pageCount).map((block) => cutBlock(block, pageCount))
    return blocks.length > 0 ? [{ ...part, blocks, characters: 0 }] : []
  })
}

function cutBlock(block: ReflowBlock, pageCount: number): ReflowBlock {
  if (block.kind === 'picture') return block
  const end = block.breaks?.find(([, page]) => page > pageCount)?.[0]
  if (end === undefined) return block
  return {
    ...block,
    text: sliceSpans(block.text, 0, end),
    breaks: block.breaks?.filter(([, page]) => page <= pageCount),
    noteCalls: block.noteCalls?.filter(([offset]) => offset < end),
    links: block.links?.filter(([, to]) => to <= end),
  }
}

function readPictures(archive: Archive, { pictures }: Epub, parts: Epub['reflow']['parts']) {
  const shown = pictures.filter(({ part, block }) => parts[part - 1]?.blocks[block]?.kind === 'picture')
  const contents = archive.readPictures(shown.map((picture) => picture.path))
  return shown.flatMap(({ part, block }, index) => {
    const content = contents[index]
    const type = content && detectType(Buffer.from(content.subarray(0, HEAD_BYTES)))
    if (!content || !type?.startsWith('image/')) return []
    return [{ part, block, content, type, extension: MEDIA_TYPES[type].extension }]
  })
}
