import { MAX_SOUGHT_PLACES, truncate } from '#contracts/reading/place-words.ts'
import type { FoundPlaces, SoughtPlaces } from '#contracts/reading/sought-places.ts'
import type { PageSource } from '#web/reading/viewer/book/page-source.ts'

/** Maximum number of requests for one book, each for a batch of places */
const MAX_REQUESTS = 10

/**
 * Searches the words of places in the edition that is open, by small requests to the server, since the book's text is much larger. Returns
 * the results in order; undefined for places that could not be searched.
 */
export async function seekPlaces(
  fetchJson: NonNullable<PageSource['fetchJson']>,
  places: SoughtPlaces['places'],
): Promise<(FoundPlaces['places'][number] | undefined)[]> {
  const results: (FoundPlaces['places'][number] | undefined)[] = []
  for (let start = 0; start < Math.min(places.length, MAX_REQUESTS * MAX_SOUGHT_PLACES); start += MAX_SOUGHT_PLACES) {
    const batch = places.slice(start, start + MAX_SOUGHT_PLACES)
    const sent = batch.map(({ page, words }) => ({ page, ...(words !== undefined && { words: truncate(words) }) }))
    const found = await fetchJson<FoundPlaces>('/places', { places: sent }).catch(() => undefined)
    // Words that are not found may be on a page whose text is not extracted yet.
    results.push(...batch.map((_, index) => (found?.isComplete || found?.places[index]?.page ? found.places[index] : undefined)))
  }
  return places.map((_, index) => results[index])
}
