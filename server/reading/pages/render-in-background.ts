import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { SessionLocks } from '#server/platform/database/session-locks.ts'
import { runAfterChanges } from '#server/platform/jobs/after-changes.ts'
import { dueBatches } from '#server/platform/jobs/due-batches.ts'
import type { BookPageStore } from './book-pages.store.ts'
import type { BookReflowStore } from './book-reflow.store.ts'
import type { DuePageStore, PagesProgress } from './due-pages.store.ts'
import type { PageMaker } from './make-pages.ts'
import { BATCH_BYTES } from './obtain-pages.ts'
import type { RenderQueue } from './render-queue.ts'

/** Pages rendered for every file before any file gets all its pages, since readers begin at the beginning. */
const FIRST_PAGES = 3
/** Pages per background batch; an interrupted batch starts over. */
const BATCH = { texts: 32, pictures: 12 }
/** Pages per batch in a turn among visitors, who wait for it. */
const SHARE = { texts: 8, pictures: 3 }

export type BackgroundRendering = ReturnType<typeof createBackgroundRendering>

/** Renders the pages of all books while no visitor waits for a page. */
export function createBackgroundRendering(deps: {
  store: Pick<BookPageStore, 'findSummary'>
  due: DuePageStore
  reflows: Pick<BookReflowStore, 'reopenManifests'>
  maker: PageMaker
  queue: Pick<RenderQueue, 'background'>
  library: Pick<MediaLibrary, 'publish' | 'requireFreeSpace'>
  isOn: boolean
  catalogueVersion: Pick<CatalogueVersion, 'current' | 'increment' | 'refresh'>
  sessionLocks: Pick<SessionLocks, 'withLock'>
}) {
  const { store, due, reflows, maker, queue, library, isOn, catalogueVersion, sessionLocks } = deps

  /** Counts as a change of the catalogue, since the book's page displays the size of all its pages. */
  async function complete(key: string): Promise<void> {
    await due.setComplete(key, catalogueVersion.increment)
    await catalogueVersion.refresh()
  }

  /** Creates one batch of the renditions that the file lacks. Returns false when it lacks none. */
  async function makeBatch(key: string, { upTo, signal, isShare }: { upTo: number; signal: AbortSignal; isShare: boolean }) {
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
    const pictures = await due.missingPictures(key, pageCount, batch.pictures)
    const texts = await due.missingTexts(key, pageCount, batch.texts)
    if (pictures.length + texts.length > 0) await library.requireFreeSpace(BATCH_BYTES)
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
    await sessionLocks.withLock(LOCKS.pagesMade, key, signal, async (ended) => {
      for (let goesOn = true; goesOn && !ended.aborted; ) {
        const batch = queue.background(key, (signal, { isShare }) => makeBatch(key, { upTo, signal, isShare }), ended)
        // The file may have been removed in the meantime.
        goesOn = (await batch.catch((error: unknown) => (error instanceof MissingMediaError ? false : Promise.reject(error)))) ?? true
      }
    })
  }

  /** Removes all renditions of the files and returns the number of these files. */
  async function removeAssets(which: 'failed' | 'orphaned' | 'all'): Promise<number> {
    const ids = await due.listAssets(which)
    for (const id of ids) await library.publish(({ drop }) => drop(id))
    return ids.length
  }

  async function forgetFailures({ costlyToo }: { costlyToo: boolean }) {
    await removeAssets('failed')
    await due.forgetUndrawn({ costlyToo })
    await reflows.reopenManifests()
  }

  async function makeDue(signal: AbortSignal, onFile: () => void) {
    await removeAssets('orphaned')
    for await (const keys of dueBatches(due.listDue, signal)) {
      for (const key of keys) if (!signal.aborted) await makeFile(key, { upTo: FIRST_PAGES, signal })
      for (const key of keys) {
        if (signal.aborted) return
        await makeFile(key, { upTo: Number.POSITIVE_INFINITY, signal })
        onFile()
      }
    }
  }

  return {
    /** Returns the numbers of finished and waiting books, or null when renditions are turned off. */
    progress: async (): Promise<PagesProgress | null> => (isOn ? due.progress() : null),
    /** Lists the keys of files that could not be rendered. */
    listFailedFiles: async (limit: number): Promise<string[]> => (isOn ? due.listFailedFiles(limit) : []),
    /** Creates missing renditions in the background, after publications and upgrades. Failed pages are retried after the next start. */
    makeInBackground: runAfterChanges({
      catalogueVersion,
      begin: () => forgetFailures({ costlyToo: false }),
      work: (signal) => makeDue(signal, () => undefined),
    }),
    /** Creates all missing renditions, including those that failed before. */
    makeAll: async (signal: AbortSignal, onFile: () => void) => {
      await forgetFailures({ costlyToo: true })
      await makeDue(signal, onFile)
    },
    /** Removes all renditions and returns the number of their files. */
    removeAll: (): Promise<number> => removeAssets('all'),
  }
}
