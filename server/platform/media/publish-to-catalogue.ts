import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { MediaLibrary, Publication } from './media-library.ts'

export type PublishToCatalogue = ReturnType<typeof publishToCatalogue>

/** Publishes rows and files in one transaction that also raises the catalogue's version, so that caches turn over with it. */
export function publishToCatalogue(library: MediaLibrary, catalogue: CatalogueVersion) {
  return async <Result>(work: (publication: Publication) => Promise<Result>): Promise<Result> => {
    const result = await library.publish(async (publication) => {
      const outcome = await work(publication)
      // Last, since the version's row is one that every publication waits for.
      await catalogue.raise(publication.transaction)
      return outcome
    })
    await catalogue.refresh()
    return result
  }
}
