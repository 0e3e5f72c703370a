import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextImage } from '#contracts/reading/book-reflow.ts'
import { asFault, InvalidFileError } from '#server/media/file-errors.ts'
import { prepareTextImage } from '#server/media/processing/prepare-text-image.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import { MAX_EPUB_PICTURES } from '#server/media/sandbox/sandbox-message.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { BookPageStore } from '#server/reading/documents/book-pages.store.ts'
import type { BookReflowStore } from '#server/reading/documents/book-reflow.store.ts'
import type { DocumentFormat } from '#server/reading/documents/document-format.ts'
import { type Making, saveManifest, saveRenditions } from '#server/reading/documents/save-renditions.ts'

/** Time limit for reading a whole book, in ms. */
const READING_MS = 20_000
/** Number of rows per statement, since a statement has a limited number of parameters. */
const ROWS = 1000

export type EpubFormatDeps = {
  library: MediaLibrary
  store: BookPageStore
  reflows: Pick<BookReflowStore, 'insertReflow'>
  pixelLimit: number
}
type Images = { byPath: Map<string, TextImage>; files: PreparedFile[] }

/** Creates the reader of EPUB files, which are not printed on pages. */
export function createEpubFormat({ library, store, reflows, pixelLimit }: EpubFormatDeps): DocumentFormat {
  const readText = (path: string, making?: Making) =>
    withSandbox({ kind: 'epub-text', path }, (read) => read({ kind: 'epub-text', path }, { workMs: READING_MS }), making)

  /** Creates the renditions of all images, in batches, so that neither the images of a whole book nor a sandbox process are held. */
  async function readImages(path: string, names: string[], { folder, making }: { folder: string; making: Making }): Promise<Images> {
    const images: Images = { byPath: new Map(), files: [] }
    for (let first = 0; first < names.length; first += MAX_EPUB_PICTURES) {
      const batch = names.slice(first, first + MAX_EPUB_PICTURES)
      const { pictures } = await withSandbox(
        { kind: 'epub-pictures', path },
        (read) => read({ kind: 'epub-pictures', path, names: batch }, { workMs: READING_MS }),
        making,
      )
      for (const [index, content] of pictures.entries()) {
        making.signal?.throwIfAborted()
        const made = content ? await prepareTextImage(content, { folder, pixelLimit }) : undefined
        if (!made) continue
        images.byPath.set(batch[index] ?? '', made.image)
        images.files.push(...made.files)
      }
    }
    return images
  }

  return {
    isCostly: () => false,

    makeManifest: (key, making = {}) =>
      library.withCopy(key, async (path) => {
        const found = await readText(path, making).catch(asFault)
        await saveManifest({ library, store }, key, InvalidFileError.is(found) ? found : found.pages, async ({ transaction }) => {
          if (InvalidFileError.is(found)) return
          const texts = found.texts.map((content, index) => ({
            page: index + 1,
            content,
            runs: [],
            direction: found.reflow.direction,
            links: [],
          }))
          for (let first = 0; first < texts.length; first += ROWS)
            await store.insertTexts(transaction, key, texts.slice(first, first + ROWS))
        })
      }),

    makeReflow: (key, _pageCount, making = {}) =>
      library.withCopy(key, async (path) => {
        const folder = await mkdtemp(join(library.tempFolder, 'text-images-'))
        try {
          const found = await readText(path, making).catch(asFault)
          const { reflow, pictures } = InvalidFileError.is(found) ? { reflow: null, pictures: [] } : found
          const names = [...new Set(pictures.map((picture) => picture.path))]
          const { byPath, files } = await readImages(path, names, { folder, making })
          for (const { part, block, path: name } of pictures) {
            const picture = reflow?.parts[part - 1]?.blocks[block]
            if (picture?.kind === 'picture') picture.image = byPath.get(name)
          }
          await saveRenditions({ library, store }, key, async ({ transaction, addFile }, assetId) => {
            for (const file of files) await addFile(assetId, file, 'nobody')
            await reflows.insertReflow(transaction, key, reflow)
          })
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }),
  }
}
