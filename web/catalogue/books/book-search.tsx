import { withPath } from '#contracts/common/media-url.ts'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { fetchBookFileUrl, type ReadablePart } from '#web/lib/access/item-file.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { searchPath, usePageSearch } from '#web/lib/use-page-search.ts'
import { PageSearch } from '#web/ui/page-search.tsx'

/**
 * Search for words in a book before the book is opened; each hit opens the book at the hit's page.
 * @param part the part of the book that this browser is allowed to read
 */
export function BookSearch({ book, part, onOpen }: { book: CatalogueBook; part: ReadablePart; onOpen: (page: number) => void }) {
  const search = usePageSearch(async (q) => searchFile(await fetchBookFileUrl(book, part), q))
  return <PageSearch search={search} onOpen={onOpen} />
}

async function searchFile(file: string, q: string): Promise<PageHits | undefined> {
  const response = await fetch(withPath(file, `/pages${searchPath(q)}`))
  if (response.ok) return response.json()
  const problem = await response.json()
  if (problem.code === 'no_pages') return undefined
  throw new Error(`The search failed with status ${response.status}: ${problem.title}`)
}
