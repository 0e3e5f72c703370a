import type { BookPages } from '#contracts/reading/book-pages.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { BookPageStore } from './book-pages.store.ts'

export type Making = { signal?: AbortSignal; background?: boolean }
export type RenditionDeps = { library: MediaLibrary; store: BookPageStore }

const NO_PAGES: BookPages = { sizes: [], labels: null, outline: [], hasText: false }

/**
 * Stores the manifest of a file, or that the file can't be read.
 * @param work stores renditions that were created with the manifest
 */
export function saveManifest(
  { library, store }: RenditionDeps,
  key: string,
  pages: BookPages | InvalidFileError,
  work?: (publication: Publication) => Promise<void>,
): Promise<void> {
  return library.publish(async (publication) => {
    const { transaction, add, drop } = publication
    if (!(await store.lockFile(transaction, key))) return
    const former = await store.findAsset(transaction, key)
    // The manifest may already have been stored by another instance.
    if (former?.isCurrent && former.state !== 'failed') return
    if (former) await drop(former.id)
    const assetId = await add({ kind: 'pages', files: [], details: {}, derivedFrom: key })
    const isFault = InvalidFileError.is(pages)
    await store.insertManifest(transaction, key, {
      assetId,
      ...(isFault ? { state: 'failed', pages: NO_PAGES } : { state: 'making', pages }),
    })
    if (!isFault) await work?.(publication)
  })
}

/** Stores renditions with the manifest of the file, unless the manifest was removed. */
export function saveRenditions(
  { library, store }: RenditionDeps,
  key: string,
  work: (publication: Publication, assetId: string) => Promise<void>,
): Promise<void> {
  return library.publish(async (publication) => {
    const { transaction } = publication
    if (!(await store.lockFile(transaction, key))) return
    const asset = await store.findAsset(transaction, key)
    if (asset?.isCurrent) await work(publication, asset.id)
  })
}
