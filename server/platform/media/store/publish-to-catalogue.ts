import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { MediaLibrary, Publication } from './media-library.ts'

export type PublishToCatalogue = ReturnType<typeof createCataloguePublisher>

/**
 * Publishes rows and files in one transaction that also raises the catalogue's version, so that caches turn over with it.
 * `onError` hears when the new version can't be read after the commit; its announcement makes up for that.
 */
export function createCataloguePublisher(
  library: Pick<MediaLibrary, 'publish'>,
  catalogue: CatalogueVersion,
  onError: (error: unknown) => void,
) {
  return async <Result>(work: (publication: Publication) => Promise<Result>): Promise<Result> => {
    const result = await library.publish(async (publication) => {
      const outcome = await work(publication)
      // Last, since the version's row is one that every publication waits for.
      await catalogue.increment(publication.transaction)
      return outcome
    })
    await catalogue.refresh().catch(onError)
    return result
  }
}
