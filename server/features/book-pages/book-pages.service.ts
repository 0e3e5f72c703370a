import type { BookFlow, FlowPart } from '#contracts/book-flow.ts'
import type { BookPages, PageText } from '#contracts/book-pages.ts'
import type { PageFormat, PageWidth } from '#contracts/page-widths.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { SessionLocks } from '#server/platform/database/session-locks.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { runAfterChanges } from '#server/platform/jobs/after-changes.ts'
import { dueBatches } from '#server/platform/jobs/due-batches.ts'
import type { StoredFile } from '#server/platform/media/store/media-library.ts'
import { MissingMediaError } from '#server/platform/media/store/media-store.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import type { BookFlowStore } from './book-flow.store.ts'
import type { BookPageStore, PagesProgress } from './book-pages.store.ts'
import type { PageMaker } from './make-pages.ts'
import type { MakingOrder } from './making-order.ts'
import { type PageSet, type Series, seriesOf } from './page-set.ts'

/** Made of every file before any file gets all its pages, since readers begin at the beginning. */
const FIRST_PAGES = 3
/** Pages that are made together; what is broken off is begun again. */
const TEXTS_AT_ONCE = 32
const PICTURES_AT_ONCE = 12
/** What a batch of pages takes at most. */
const BATCH_BYTES = 32 * 1024 * 1024

type BookFile = Pick<StoredFile, 'key' | 'type'>
type FoundPicture = { packKey: string; start: number; bytes: number }
export type BookPageService = ReturnType<typeof createBookPageService>

export function createBookPageService({
  store,
  flows,
  maker,
  order,
  isOn,
  catalogueVersion,
  sessionLocks,
  requireFreeSpace,
}: {
  store: BookPageStore
  flows: BookFlowStore
  maker: PageMaker
  order: MakingOrder
  isOn: boolean
  catalogueVersion: Pick<CatalogueVersion, 'current' | 'increment' | 'refresh'>
  sessionLocks: Pick<SessionLocks, 'tryLock'>
  requireFreeSpace: RequireFreeSpace
}) {
  /** What is found, or found once it was made. */
  async function obtain<Result>(name: string, find: () => Promise<Result | undefined>, make: () => Promise<void>): Promise<Result> {
    const found = await find()
    if (found) return found
    await order.urgent(name, async () => {
      await requireFreeSpace(BATCH_BYTES)
      await make().catch(throwGone)
    })
    const made = await find()
    if (!made) throw notFound('file')
    return made
  }

  async function view({ key, type }: BookFile): Promise<PageSet> {
    if (!isOn || type !== 'application/pdf') throw noPages()
    const set = await obtain(
      key,
      () => store.findSet(key),
      () => maker.makeSet(key),
    )
    if (set.state === 'failed') throw noPages()
    return set
  }

  async function requirePage(file: BookFile, page: number) {
    const { sizes } = await view(file)
    if (page < 1 || page > sizes.length) throw notFound('page')
  }

  /** The book's page tells what all its pages take. */
  async function complete(key: string): Promise<void> {
    await store.setComplete(key, catalogueVersion.increment)
    await catalogueVersion.refresh()
  }

  /** Makes one batch of what the file lacks. False when it lacks nothing. */
  async function makeBatch(key: string, { upTo, signal }: { upTo: number; signal: AbortSignal }): Promise<boolean> {
    const options = { signal, background: true }
    const set = await store.findSet(key)
    if (!set) {
      await maker.makeSet(key, options)
      return true
    }
    if (set.state === 'failed') return false
    const pageCount = Math.min(upTo, set.sizes.length)
    const isWhole = pageCount === set.sizes.length
    const pictures = await store.missingPictures(key, pageCount, PICTURES_AT_ONCE)
    const texts = await store.missingTexts(key, pageCount, TEXTS_AT_ONCE)
    if (pictures.length + texts.length > 0) await requireFreeSpace(BATCH_BYTES)
    if (texts.length > 0) await maker.makeTexts(key, texts, options)
    else if (isWhole && !(await flows.findFlow(key))) await maker.makeFlow(key, pageCount, options)
    else if (pictures.length > 0) await maker.makePictures(key, pictures, 'usual', options)
    else {
      if (isWhole) await complete(key)
      return false
    }
    return true
  }

  /** Makes what the file lacks, unless another app does. */
  async function makeFile(key: string, { upTo, signal }: { upTo: number; signal: AbortSignal }): Promise<void> {
    const lost = new AbortController()
    const ended = AbortSignal.any([signal, lost.signal])
    const unlock = await sessionLocks.tryLock(LOCKS.pagesMade, key, () => lost.abort())
    if (!unlock) return
    try {
      for (let goesOn = true; goesOn && !ended.aborted; ) {
        const batch = order.background((signal) => makeBatch(key, { upTo, signal }), ended)
        // A file that was removed meanwhile has nothing to be made of.
        goesOn = (await batch.catch((error: unknown) => (error instanceof MissingMediaError ? false : Promise.reject(error)))) ?? true
      }
    } finally {
      await unlock()
    }
  }

  async function forgetFailures() {
    await maker.removeAssets('failed')
    await store.forgetUndrawn()
    await flows.reopenSets()
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

  async function flow(file: BookFile): Promise<BookFlow> {
    const { key } = file
    const { sizes } = await view(file)
    const made = await obtain(
      `${key} flow`,
      () => flows.findFlow(key),
      () => maker.makeFlow(key, sizes.length),
    )
    if (!made.flow) throw noFlow()
    return made.flow
  }

  return {
    view,

    /** Until it is made, which is when somebody asks for it at the latest, a book with text is expected to have flowing text. */
    hasFlow: async ({ key }: BookFile, { hasText }: Pick<BookPages, 'hasText'>): Promise<{ hasFlow: boolean; isMade: boolean }> => {
      const made = await flows.findFlow(key)
      return made ? { hasFlow: made.flow !== null, isMade: true } : { hasFlow: hasText, isMade: false }
    },

    flow,

    flowPart: async (file: BookFile, part: number): Promise<FlowPart> => {
      await flow(file)
      const found = await flows.findPart(file.key, part)
      if (!found) throw notFound('part')
      return found
    },

    text: async (file: BookFile, page: number): Promise<PageText> => {
      await requirePage(file, page)
      const { key } = file
      return obtain(
        `${key} ${page} text`,
        () => store.findText(key, page),
        () => maker.makeTexts(key, [page]),
      )
    },

    picture: async (file: BookFile, page: number, { width, format }: { width: PageWidth; format: PageFormat }): Promise<FoundPicture> => {
      await requirePage(file, page)
      const { key } = file
      const series: Series = seriesOf(width, format)
      const { packKey, pictures } = await obtain(
        `${key} ${page} ${series}`,
        () => store.findPictures(key, page, series),
        () => maker.makePictures(key, [page], series),
      )
      const picture = pictures.find((one) => one.width === width && one.format === format)
      if (!packKey || !picture) throw noPage()
      return { packKey, ...picture }
    },

    /** Null when no pages are made. */
    progress: async (): Promise<PagesProgress | null> => (isOn ? store.progress() : null),

    /** Makes what is missing in the background, after publications and upgrades. What failed is tried again after the next start. */
    makeInBackground: runAfterChanges({ catalogueVersion, begin: forgetFailures, work: (signal) => makeDue(signal, () => undefined) }),

    /** Makes all that is missing, also what failed before. */
    makeAll: async (signal: AbortSignal, onFile: () => void): Promise<void> => {
      await forgetFailures()
      await makeDue(signal, onFile)
    },

    removeAll: (): Promise<number> => maker.removeAssets('all'),
  }
}

/** The file was removed while its pages were made. */
function throwGone(error: unknown): never {
  throw error instanceof MissingMediaError ? notFound('file') : error
}

function noPages() {
  return new ProblemError(404, 'no_pages', 'No pages can be made of this file')
}

function noPage() {
  return new ProblemError(404, 'no_page', 'This page can’t be drawn')
}

function noFlow() {
  const detail = 'Its pages are pictures, forms or letters that can’t be read as running text. The pages themselves are there.'
  return new ProblemError(404, 'no_flow', 'This book can’t be shown as flowing text', { detail })
}
