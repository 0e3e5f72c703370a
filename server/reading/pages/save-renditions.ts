import { InvalidFileError } from '#server/media/file-errors.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { BookPageStore } from './book-pages.store.ts'
import type { CostlyFiles } from './costly-files.ts'

export type Making = { signal?: AbortSignal; background?: boolean }
export type RenditionDeps = { library: MediaLibrary; store: BookPageStore; costly: CostlyFiles }

/** Stores renditions with the manifest of the file, unless the manifest was removed. */
export function saveRenditions(
  { library, store }: Pick<RenditionDeps, 'library' | 'store'>,
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

/** Returns an error handler that returns the given value for errors caused by the file, and rethrows other errors. */
export function unlessAtFault<Value>(value: Value) {
  return (error: unknown): Value => {
    asFault(error)
    return value
  }
}

/** Returns the error if the file caused it, and throws any other error. */
export function asFault(error: unknown): InvalidFileError {
  if (error instanceof InvalidFileError) return error
  throw error
}
