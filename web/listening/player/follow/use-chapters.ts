import type { Chapter, JsonChapters } from '#contracts/catalogue/chapter.ts'
import type { Podcast, PodcastDetails } from '#contracts/catalogue/podcast.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'

/** Returns the chapters of an episode, which are fetched once they are `wanted`, unless the item includes them. Empty during the request and if it fails. */
export function useChapters(item: Podcast | PodcastDetails, wanted: boolean): Chapter[] {
  const known = 'chapters' in item ? item.chapters : undefined
  const { current } = useFetched(known || !item.hasChapters || !wanted ? null : item.id, (signal) => fetchChapters(item.id, signal))
  return known ?? (typeof current === 'string' ? [] : current)
}

async function fetchChapters(id: string, signal: AbortSignal): Promise<Chapter[]> {
  const answer = await browserApi.call(`/podcasts/${encodeURIComponent(id)}/chapters.json`, { signal })
  const { chapters } = (await answer.json()) as JsonChapters
  return chapters.map(({ startTime, title }) => ({ start: startTime, title }))
}
