import type { SearchKind } from '#contracts/catalogue/search.ts'
import type { ReadForSearch } from '#server/platform/database/replica.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { SearchSource } from '#server/platform/lists/search-source.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { searchRoutes } from './search.routes.ts'
import { createSearchService } from './search.service.ts'
import { createSearchStore } from './search.store.ts'
import { createSiteDocuments, type SiteDocument } from './site-documents.ts'

/** Opens the search across the library. Each source decides which of its items and texts are searchable. */
export function openSearch({
  readForSearch,
  responseCache,
  catalogue,
  documents,
}: {
  readForSearch: ReadForSearch
  responseCache: ResponseCache
  catalogue: SearchSource<SearchKind>[]
  /** Texts of the site itself: programs, questions, services */
  documents: SiteDocument[]
}) {
  const { sources: siteSources } = createSiteDocuments(documents, readForSearch)
  const search = createSearchService({ store: createSearchStore(readForSearch), catalogue, siteSources })
  return { publicRoutes: [searchRoutes(search, { responseCache })] } satisfies Feature
}
