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
