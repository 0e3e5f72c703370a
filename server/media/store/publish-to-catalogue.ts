import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { MediaLibrary } from './media-library.ts'
import type { Publication } from './publish-media.ts'

export type PublishToCatalogue = ReturnType<typeof createCataloguePublisher>

/**
 * Publishes database rows and files in one transaction that also increments the catalogue version. `onError` is called if the new version
 * can't be read after the commit; the version is then updated by its notification.
 */
export function createCataloguePublisher(
  library: Pick<MediaLibrary, 'publish'>,
  catalogue: CatalogueVersion,
  onError: (error: unknown) => void,
) {
  return async <Result>(work: (publication: Publication) => Promise<Result>): Promise<Result> => {
    const result = await library.publish(work, {
      waitsForLocks: true,
      // The catalogue version is incremented last, since concurrent publications wait for the lock on its row.
      beforeCommit: (transaction, withdraws) => catalogue.increment(transaction, { withdraws }),
    })
    await catalogue.refresh().catch(onError)
    return result
  }
}
