import { skipInterrupted } from '#server/media/skip-interrupted.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { SessionLocks } from '#server/platform/database/session-locks.ts'
import { runAfterChanges } from '#server/platform/jobs/after-changes.ts'
import { dueBatches } from '#server/platform/jobs/due-batches.ts'
import type { BookPageStore } from './book-pages.store.ts'
import type { BookReflowStore } from './book-reflow.store.ts'
import type { DocumentFormat, DocumentFormats } from './document-format.ts'
import { findFormat } from './document-formats.ts'
import type { DuePageStore, PagesProgress } from './due-pages.store.ts'
import type { MadeEpubStore } from './made-epubs.store.ts'
import type { MakeEpub } from './make-epub.ts'
import { BATCH_BYTES } from './readable-documents.ts'
import type { RenderQueue } from './render-queue.ts'

/** Number of pages that are rendered for every file before any file is rendered completely, since readers start with the first pages. */
const FIRST_PAGES = 3
/** Number of pages per background batch. An interrupted batch is restarted. */
const BATCH = { texts: 32, pictures: 12 }
/** Number of pages per background batch while visitors wait for pages; small, since the batch delays them. */
const SHARE = { texts: 8, pictures: 3 }
/** Free disk space that making an EPUB requires, in bytes. */
const EPUB_BYTES = 128 * 1024 * 1024

export type BackgroundRendering = ReturnType<typeof createBackgroundRendering>

/** Creates the background rendering of all books' pages, which runs while no visitor waits for a page. */
export function createBackgroundRendering(deps: {
  store: Pick<BookPageStore, 'findSummary'>
  due: DuePageStore
  reflows: Pick<BookReflowStore, 'reopenManifests'>
  formats: DocumentFormats
  epubs: Pick<MadeEpubStore, 'listDue' | 'forgetFailed'>
  makeEpub: MakeEpub
  queue: Pick<RenderQueue, 'background'>
  library: Pick<MediaLibrary, 'find' | 'publish' | 'requireFreeSpace'>
  isOn: boolean
  catalogueVersion: Pick<CatalogueVersion, 'current' | 'increment' | 'refresh'>
  sessionLocks: Pick<SessionLocks, 'withLock'>
}) {
  const { store, due, reflows, formats, epubs, makeEpub, queue, library, isOn, catalogueVersion, sessionLocks } = deps

  /**
   * Records that all page renditions of a file exist. Increments the catalogue version, since the book's page displays their total size.
   */
  async function complete(key: string): Promise<void> {
    await due.setComplete(key, catalogueVersion.increment)
    await catalogueVersion.refresh()
  }

  /** Creates one batch of the file's missing renditions. Returns false if no renditions are missing. */
  async function makeBatch(
    { makeManifest, makeReflow, pages }: DocumentFormat,
    key: string,
    { upTo, signal, isShare }: { upTo: number; signal: AbortSignal; isShare: boolean },
  ) {
    const options = { signal, background: !isShare }
    const set = await store.findSummary(key)
    if (!set) {
      await makeManifest(key, options)
      return true
    }
    if (set.state === 'failed') return false
    const pageCount = Math.min(upTo, set.pageCount)
    const isWhole = pageCount === set.pageCount
    const batch = isShare ? SHARE : BATCH
    const pictures = pages ? await due.missingPictures(key, pageCount, batch.pictures) : []
    const texts = pages ? await due.missingTexts(key, pageCount, batch.texts) : []
    if (pictures.length + texts.length > 0) await library.requireFreeSpace(BATCH_BYTES)
    if (texts.length > 0) await pages?.makeTexts(key, texts, options)
    else if (isWhole && !set.isReflowBuilt) await makeReflow(key, pageCount, options)
    else if (pictures.length > 0) await pages?.makePictures(key, pictures, 'usual', options)
    else {
      if (isWhole) await complete(key)
      return false
    }
    return true
  }

  /** Creates all missing renditions of a file, unless another instance is creating them. */
  async function makeFile(key: string, { upTo, signal }: { upTo: number; signal: AbortSignal }): Promise<void> {
    const format = findFormat(formats, (await library.find(key))?.type)
    if (!format) return
    await sessionLocks.withLock(LOCKS.pagesMade, key, signal, async (ended) => {
      for (let goesOn = true; goesOn && !ended.aborted; ) {
        const batch = queue.background(key, (signal, { isShare }) => makeBatch(format, key, { upTo, signal, isShare }), ended)
        // The file of the book may have been removed in the meantime.
        goesOn = (await batch.catch((error: unknown) => (error instanceof MissingMediaError ? false : Promise.reject(error)))) ?? true
      }
    })
  }

  /** Makes the EPUB of a file, unless another instance is working on the file. */
  async function makeEpubOf(key: string, signal: AbortSignal): Promise<void> {
    await sessionLocks.withLock(LOCKS.pagesMade, key, signal, async (ended) => {
      for (let isDone = false; !isDone && !ended.aborted; ) {
        const making = queue.background(
          key,
          async (signal, { isShare }) => {
            await library.requireFreeSpace(EPUB_BYTES)
            await makeEpub(key, { signal, background: !isShare })
            return true
          },
          ended,
        )
        isDone = (await making.catch((error: unknown) => error instanceof MissingMediaError || Promise.reject(error))) ?? false
      }
    })
  }

  /** Removes the renditions of failed files, of files without a book, or of all files; returns the number of these files. */
  async function removeAssets(which: 'failed' | 'orphaned' | 'all'): Promise<number> {
    const ids = await due.listAssets(which)
    for (const id of ids) await library.publish(({ drop }) => drop(id))
    return ids.length
  }

  async function forgetFailures({ costlyToo }: { costlyToo: boolean }) {
    await removeAssets('failed')
    await due.forgetUndrawn({ costlyToo })
    await reflows.reopenManifests()
    if (costlyToo) await epubs.forgetFailed()
  }

  async function makeDue(signal: AbortSignal, onFile: () => void) {
    await removeAssets('orphaned')
    await skipInterrupted(async (attempt) => {
      for await (const keys of dueBatches(due.listDue, signal)) {
        for (const key of keys) if (!signal.aborted) await attempt(() => makeFile(key, { upTo: FIRST_PAGES, signal }))
        for (const key of keys) {
          if (signal.aborted) return
          await attempt(() => makeFile(key, { upTo: Number.POSITIVE_INFINITY, signal }))
          onFile()
        }
      }
      for await (const keys of dueBatches(epubs.listDue, signal))
        for (const key of keys) if (!signal.aborted) await attempt(() => makeEpubOf(key, signal))
    })
  }

  return {
    /** Returns the numbers of completed, pending and failed books, or null when renditions are disabled. */
    progress: async (): Promise<PagesProgress | null> => (isOn ? due.progress() : null),
    /** Lists the keys of files that could not be rendered. */
    listFailedFiles: async (limit: number): Promise<string[]> => (isOn ? due.listFailedFiles(limit) : []),
    /** Creates missing renditions in the background, after publications and upgrades. Failed pages are retried after the next start. */
    makeInBackground: runAfterChanges({
      catalogueVersion,
      begin: () => forgetFailures({ costlyToo: false }),
      work: (signal) => makeDue(signal, () => undefined),
    }),
    /** Creates all missing renditions, including renditions that failed before. */
    makeAll: async (signal: AbortSignal, onFile: () => void) => {
      await forgetFailures({ costlyToo: true })
      await makeDue(signal, onFile)
    },
    /** Deletes all renditions and returns the number of files that had renditions. */
    removeAll: (): Promise<number> => removeAssets('all'),
  }
}
