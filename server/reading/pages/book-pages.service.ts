import type { PageFormat, PageWidth } from '#contracts/reading/page-widths.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { SessionLocks } from '#server/platform/database/session-locks.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { runAfterChanges } from '#server/platform/jobs/after-changes.ts'
import { dueBatches } from '#server/platform/jobs/due-batches.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import type { SharedBodies, SharedBody } from '#server/platform/response-cache/shared-bodies.ts'
import type { BookPageStore, PagesProgress } from './book-pages.store.ts'
import type { BookReflowStore } from './book-reflow.store.ts'
import type { PageMaker } from './make-pages.ts'
import { type PageSummary, type RenditionSet, renditionSetOf } from './page-manifest.ts'
import type { RenderQueue } from './render-queue.ts'

/** Pages rendered for every file before any file gets all its pages, since readers begin at the beginning. */
const FIRST_PAGES = 3
/** Pages per background batch; an interrupted batch starts over. */
const BATCH = { texts: 32, pictures: 12 }
/** Pages per batch in a turn among visitors, who wait for it. */
const SHARE = { texts: 8, pictures: 3 }
/** Disk space that a batch of pages takes at most. */
const BATCH_BYTES = 32 * 1024 * 1024

type BookFile = Pick<StoredFile, 'key' | 'type'>
type FoundPicture = { packKey: string; start: number; bytes: number }
export type BookPageService = ReturnType<typeof createBookPageService>

export function createBookPageService({
  store,
  reflows,
  maker,
  queue,
  makeBody,
  isOn,
  catalogueVersion,
  sessionLocks,
  requireFreeSpace,
}: {
  store: BookPageStore
  reflows: BookReflowStore
  maker: PageMaker
  queue: RenderQueue
  makeBody: SharedBodies['make']
  isOn: boolean
  catalogueVersion: Pick<CatalogueVersion, 'current' | 'increment' | 'refresh'>
  sessionLocks: Pick<SessionLocks, 'tryLock'>
  requireFreeSpace: RequireFreeSpace
}) {
  /** Returns a rendition that exists, or creates it for a visitor who may read the file. */
  async function obtain<Result>(
    { visitor, key, part }: { visitor: Visitor; key: string; part: string },
    {
      find,
      isMade = find,
      check,
      make,
    }: {
      find: () => Promise<Result | undefined>
      /** Faster check, for a `find` that takes long */
      isMade?: () => Promise<unknown>
      check?: () => Promise<unknown>
      make: () => Promise<void>
    },
  ): Promise<Result> {
    const found = await find()
    if (found) return found
    await check?.()
    await queue.urgent(visitor, { name: `${key} ${part}`, file: key }, async () => {
      // A visitor from another network may have requested the same.
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

  /** Counts as a change of the catalogue, since the book's page displays the size of all its pages. */
  async function complete(key: string): Promise<void> {
    await store.setComplete(key, catalogueVersion.increment)
    await catalogueVersion.refresh()
  }

  /** Creates one batch of the renditions that the file lacks. Returns false when it lacks none. */
  async function makeBatch(
    key: string,
    { upTo, signal, isShare }: { upTo: number; signal: AbortSignal; isShare: boolean },
  ): Promise<boolean> {
    const options = { signal, background: !isShare }
    const set = await store.findSummary(key)
    if (!set) {
      await maker.makeManifest(key, options)
      return true
    }
    if (set.state === 'failed') return false
    const pageCount = Math.min(upTo, set.pageCount)
    const isWhole = pageCount === set.pageCount
    const batch = isShare ? SHARE : BATCH
    const pictures = await store.missingPictures(key, pageCount, batch.pictures)
    const texts = await store.missingTexts(key, pageCount, batch.texts)
    if (pictures.length + texts.length > 0) await requireFreeSpace(BATCH_BYTES)
    if (texts.length > 0) await maker.makeTexts(key, texts, options)
    else if (isWhole && !set.isReflowBuilt) await maker.buildReflow(key, pageCount, options)
    else if (pictures.length > 0) await maker.makePictures(key, pictures, 'usual', options)
    else {
      if (isWhole) await complete(key)
      return false
    }
    return true
  }

  /** Creates all renditions that the file lacks, unless another app is doing so. */
  async function makeFile(key: string, { upTo, signal }: { upTo: number; signal: AbortSignal }): Promise<void> {
    const lost = new AbortController()
    const ended = AbortSignal.any([signal, lost.signal])
    const unlock = await sessionLocks.tryLock(LOCKS.pagesMade, key, () => lost.abort())
    if (!unlock) return
    try {
      for (let goesOn = true; goesOn && !ended.aborted; ) {
        const batch = queue.background(key, (signal, { isShare }) => makeBatch(key, { upTo, signal, isShare }), ended)
        // The file may have been removed in the meantime.
        goesOn = (await batch.catch((error: unknown) => (error instanceof MissingMediaError ? false : Promise.reject(error)))) ?? true
      }
    } finally {
      await unlock()
    }
  }

  async function forgetFailures({ costlyToo }: { costlyToo: boolean }) {
    await maker.removeAssets('failed')
    await store.forgetUndrawn({ costlyToo })
    await reflows.reopenManifests()
  }

  async function makeDue(signal: AbortSignal, onFile: () => void) {
    await maker.removeAssets('orphaned')
    for await (const due of dueBatches(store.listDue, signal)) {
      for (const key of due) if (!signal.aborted) await makeFile(key, { upTo: FIRST_PAGES, signal })
      for (const key of due) {
        if (signal.aborted) return
        await makeFile(key, { upTo: Number.POSITIVE_INFINITY, signal })
        onFile()
      }
    }
  }

  return {
    summary,

    /** Returns the list of pages as it is sent. */
    pages: async ({ key }: BookFile, { hasFlow }: Pick<PageSummary, 'hasFlow'>, visitor: Visitor): Promise<SharedBody> => {
      const found = await makeBody(visitor, () => store.readPages(key, { hasFlow }))
      if (!found) throw notFound('file')
      return found
    },

    /** Returns the list of parts of the reflowable text as it is sent. */
    reflow: async (file: BookFile, visitor: Visitor): Promise<SharedBody> => {
      await requireReflow(file, visitor)
      const found = await makeBody(visitor, () => reflows.readReflow(file.key))
      if (!found) throw notFound('file')
      return found
    },

    /** Returns a part of the reflowable text as it is sent. */
    reflowPart: async (file: BookFile, part: number, visitor: Visitor): Promise<SharedBody> => {
      await requireReflow(file, visitor)
      const found = await makeBody(visitor, () => reflows.readPart(file.key, part))
      if (!found) throw notFound('part')
      return found
    },

    /** Returns the text of a page as it is sent. */
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

    picture: async (
      file: BookFile,
      page: number,
      { width, format }: { width: PageWidth; format: PageFormat },
      visitor: Visitor,
    ): Promise<FoundPicture> => {
      const { key } = file
      requirePdf(file)
      const series: RenditionSet = renditionSetOf(width, format)
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

    /** Returns the numbers of finished and waiting books, or null when renditions are turned off. */
    progress: async (): Promise<PagesProgress | null> => (isOn ? store.progress() : null),

    /** Creates missing renditions in the background, after publications and upgrades. Failed pages are retried after the next start. */
    makeInBackground: runAfterChanges({
      catalogueVersion,
      begin: () => forgetFailures({ costlyToo: false }),
      work: (signal) => makeDue(signal, () => undefined),
    }),

    /** Creates all missing renditions, including those that failed before. */
    makeAll: async (signal: AbortSignal, onFile: () => void): Promise<void> => {
      await forgetFailures({ costlyToo: true })
      await makeDue(signal, onFile)
    },

    removeAll: (): Promise<number> => maker.removeAssets('all'),
  }
}

/** Reports `not found` when the file was removed while its pages were rendered. */
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
