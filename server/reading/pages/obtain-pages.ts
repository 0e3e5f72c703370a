import type { PageFormat, PageWidth } from '#contracts/reading/page-widths.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import type { SharedBodies, SharedBody } from '#server/platform/response-cache/shared-bodies.ts'
import type { BookPageStore } from './book-pages.store.ts'
import type { BookReflowStore } from './book-reflow.store.ts'
import type { PageMaker } from './make-pages.ts'
import { type PageSummary, renditionSetOf } from './page-manifest.ts'
import type { RenderQueue } from './render-queue.ts'

/** Maximum disk space of a batch of pages, in bytes. */
export const BATCH_BYTES = 32 * 1024 * 1024

type BookFile = Pick<StoredFile, 'key' | 'type'>
/** Pages of books for visitors. Each method renders a missing page before it returns. */
export type BookPages = ReturnType<typeof createBookPages>

/** Creates the service that reads or renders pages for visitors who may read the file. */
export function createBookPages(deps: {
  store: BookPageStore
  reflows: Pick<BookReflowStore, 'readReflow' | 'readPart'>
  maker: PageMaker
  queue: Pick<RenderQueue, 'urgent'>
  makeBody: SharedBodies['make']
  isOn: boolean
  requireFreeSpace: RequireFreeSpace
}) {
  const { store, reflows, maker, queue, makeBody, isOn, requireFreeSpace } = deps

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

  function requirePdf({ type }: BookFile) {
    if (!isOn || type !== 'application/pdf') throw noPages()
  }

  async function summary(file: BookFile, visitor: Visitor): Promise<PageSummary> {
    const { key } = file
    requirePdf(file)
    const found = await obtain({ visitor, key, part: '' }, { find: () => store.findSummary(key), make: () => maker.makeManifest(key) })
    if (found.state === 'failed') throw noPages()
    return found
  }

  async function requirePage(file: BookFile, page: number, visitor: Visitor) {
    const { pageCount } = await summary(file, visitor)
    if (page < 1 || page > pageCount) throw notFound('page')
  }

  async function requireReflow(file: BookFile, visitor: Visitor): Promise<void> {
    const { key } = file
    const { pageCount } = await summary(file, visitor)
    const { hasFlow } = await obtain(
      { visitor, key, part: 'flow' },
      {
        find: async () => {
          const found = await store.findSummary(key)
          return found?.isReflowBuilt ? found : undefined
        },
        make: () => maker.buildReflow(key, pageCount),
      },
    )
    if (!hasFlow) throw noReflow()
  }

  return {
    summary,

    /** Returns the page list of a file in response format. */
    pages: async ({ key }: BookFile, { hasFlow }: Pick<PageSummary, 'hasFlow'>, visitor: Visitor): Promise<SharedBody> => {
      const found = await makeBody(visitor, () => store.readPages(key, { hasFlow }))
      if (!found) throw notFound('file')
      return found
    },

    /** Returns the list of parts of the reflowable text in response format. */
    reflow: async (file: BookFile, visitor: Visitor): Promise<SharedBody> => {
      await requireReflow(file, visitor)
      const found = await makeBody(visitor, () => reflows.readReflow(file.key))
      if (!found) throw notFound('file')
      return found
    },

    /** Returns a part of the reflowable text in response format. */
    reflowPart: async (file: BookFile, part: number, visitor: Visitor): Promise<SharedBody> => {
      await requireReflow(file, visitor)
      const found = await makeBody(visitor, () => reflows.readPart(file.key, part))
      if (!found) throw notFound('part')
      return found
    },

    /** Returns the text of a page in response format. */
    text: async (file: BookFile, page: number, visitor: Visitor): Promise<SharedBody> => {
      const { key } = file
      requirePdf(file)
      return obtain(
        { visitor, key, part: `${page} text` },
        {
          find: () => makeBody(visitor, () => store.readText(key, page)),
          isMade: () => store.hasText(key, page),
          check: () => requirePage(file, page, visitor),
          make: () => maker.makeTexts(key, [page]),
        },
      )
    },

    /** Finds the image of a page within a stored file. */
    picture: async (file: BookFile, page: number, { width, format }: { width: PageWidth; format: PageFormat }, visitor: Visitor) => {
      const { key } = file
      requirePdf(file)
      const series = renditionSetOf(width, format)
      const { packKey, pictures } = await obtain(
        { visitor, key, part: `${page} ${series}` },
        {
          find: () => store.findPictures(key, page, series),
          check: () => requirePage(file, page, visitor),
          make: () => maker.makePictures(key, [page], series),
        },
      )
      const picture = pictures.find((one) => one.width === width && one.format === format)
      if (!packKey || !picture) throw noPage()
      return { packKey, ...picture }
    },
  }
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
