import type { StoredFile } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import { createFairQueue, type Visitor } from '#server/platform/concurrency/fair-queue.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import type { BookPageStore } from './book-pages.store.ts'
import type { BookReflowStore } from './book-reflow.store.ts'
import type { DocumentFormats } from './document-format.ts'
import { findFormat } from './document-formats.ts'
import type { FindPlaces } from './find-places.store.ts'
import { type PageSummary, renditionSetOf } from './page-manifest.ts'
import type { ReadableDocument } from './readable-document.ts'
import type { RenderQueue } from './render-queue.ts'
import type { SearchInBook } from './search-in-book.store.ts'

/** Maximum disk space of a batch of pages, in bytes. */
export const BATCH_BYTES = 32 * 1024 * 1024

/** Limits of the searches that run at once. */
const SEARCHING = { width: 3, maxWaiting: 50, maxWaitMs: 5000, busy: 'Too many searches right now' }

type DocumentFile = Pick<StoredFile, 'key' | 'type'>
export type ReadableDocuments = ReturnType<typeof createReadableDocuments>

/** Creates the service that opens the documents of visitors who may read their files, and reads or creates the renditions. */
export function createReadableDocuments(deps: {
  store: BookPageStore
  reflows: Pick<BookReflowStore, 'readReflow' | 'readPart'>
  formats: DocumentFormats
  queue: Pick<RenderQueue, 'urgent'>
  makeBody: SharedBodies['make']
  searchInBook: SearchInBook
  findPlaces: FindPlaces
  isOn: boolean
  requireFreeSpace: RequireFreeSpace
}) {
  const { store, reflows, formats, queue, makeBody, searchInBook, findPlaces, isOn, requireFreeSpace } = deps
  const inTurn = createFairQueue(SEARCHING)

  /** Returns an existing rendition, or creates a missing one for a visitor who may read the file. */
  async function obtain<Result>(
    { visitor, key, part }: { visitor: Visitor; key: string; part: string },
    options: {
      find: () => Promise<Result | undefined>
      /** Faster check for an existing rendition, if `find` takes long */
      isMade?: () => Promise<unknown>
      check?: () => Promise<unknown>
      make: () => Promise<void>
    },
  ): Promise<Result> {
    const { find, isMade = find, check, make } = options
    const found = await find()
    if (found) return found
    await check?.()
    await queue.urgent(visitor, { name: `${key} ${part}`, file: key }, async () => {
      // The rendition may already have been created for a visitor from another network.
      if (await isMade()) return
      await requireFreeSpace(BATCH_BYTES)
      await make().catch(throwGone)
    })
    const made = await find()
    if (!made) throw notFound('file')
    return made
  }

  /** Opens a file. @throws ProblemError for a file that is not readable, or if renditions are disabled */
  function open({ key, type }: DocumentFile): ReadableDocument {
    const format = isOn ? findFormat(formats, type) : undefined
    if (!format) throw noPages()
    const { makeManifest, makeReflow, pages } = format

    async function summary(visitor: Visitor): Promise<PageSummary> {
      const found = await obtain({ visitor, key, part: '' }, { find: () => store.findSummary(key), make: () => makeManifest(key) })
      if (found.state === 'failed') throw noPages()
      return found
    }

    async function requirePage(page: number, visitor: Visitor) {
      const { pageCount } = await summary(visitor)
      if (page < 1 || page > pageCount) throw notFound('page')
    }

    async function requireReflow(visitor: Visitor): Promise<void> {
      const { pageCount } = await summary(visitor)
      const { hasFlow } = await obtain(
        { visitor, key, part: 'flow' },
        {
          find: async () => {
            const found = await store.findSummary(key)
            return found?.isReflowBuilt ? found : undefined
          },
          make: () => makeReflow(key, pageCount),
        },
      )
      if (!hasFlow) throw noReflow()
    }

    return {
      summary,

      manifest: async (known, visitor) => {
        const found = await makeBody(visitor, () => store.readPages(key, known))
        if (!found) throw notFound('file')
        return found
      },

      parts: async (visitor) => {
        await requireReflow(visitor)
        const found = await makeBody(visitor, () => reflows.readReflow(key))
        if (!found) throw notFound('file')
        return found
      },

      part: async (number, visitor) => {
        await requireReflow(visitor)
        const found = await makeBody(visitor, () => reflows.readPart(key, number))
        if (!found) throw notFound('part')
        return found
      },

      image: async (name) => {
        const found = await store.findImage(key, name)
        if (!found) throw notFound('image')
        return found
      },

      search: async (q, visitor) => {
        const { pageCount } = await summary(visitor)
        return inTurn(visitor, () => searchInBook(key, pageCount, q))
      },

      findPlaces: async (sought, visitor) => {
        const { pageCount } = await summary(visitor)
        return inTurn(visitor, () => findPlaces(key, pageCount, sought))
      },

      pages: {
        text: async (page, visitor) => {
          if (!pages) throw noPage()
          return obtain(
            { visitor, key, part: `${page} text` },
            {
              find: () => makeBody(visitor, () => store.readText(key, page)),
              isMade: () => store.hasText(key, page),
              check: () => requirePage(page, visitor),
              make: () => pages.makeTexts(key, [page]),
            },
          )
        },

        picture: async (page, { width, format }, visitor) => {
          if (!pages) throw noPage()
          const series = renditionSetOf(width, format)
          const { packKey, pictures } = await obtain(
            { visitor, key, part: `${page} ${series}` },
            {
              find: () => store.findPictures(key, page, series),
              check: () => requirePage(page, visitor),
              make: () => pages.makePictures(key, [page], series),
            },
          )
          const picture = pictures.find((one) => one.width === width && one.format === format)
          if (!packKey || !picture) throw noPage()
          return { packKey, ...picture }
        },
      },
    }
  }

  return { open }
}

/** Throws `not found` if the file was deleted while its pages were rendered. */
function throwGone(error: unknown): never {
  throw error instanceof MissingMediaError ? notFound('file') : error
}

function noPages() {
  return new ProblemError(404, 'no_pages', 'The pages of this file can’t be rendered')
}

function noPage() {
  return new ProblemError(404, 'no_page', 'This page can’t be rendered')
}

function noReflow() {
  const detail = 'Its pages are images or forms, or their characters can’t be read as continuous text. The pages themselves are available.'
  return new ProblemError(404, 'no_flow', 'This book isn’t available as reflowable text', { detail })
}
