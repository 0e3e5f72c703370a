import { useEffect, useState } from 'react'
import type { Chapter, JsonChapters } from '#contracts/catalogue/chapter.ts'
import type { Podcast, PodcastDetails } from '#contracts/catalogue/podcast.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** Returns the chapters of an episode, fetched unless the item includes them. Empty while they are loading, and when the request fails. */
export function useChapters(item: Podcast | PodcastDetails): Chapter[] {
  const [fetched, setFetched] = useState<{ of: string; chapters: Chapter[] }>()
  const known = 'chapters' in item ? item.chapters : undefined

  useEffect(() => {
    if (known || !item.hasChapters) return
    const controller = new AbortController()
    fetchChapters(item.id, controller.signal).then(
      (chapters) => setFetched({ of: item.id, chapters }),
      // The episode plays without chapters.
      (error: unknown) => controller.signal.aborted || console.warn(error),
    )
    return () => controller.abort()
  }, [item, known])

  return known ?? (fetched?.of === item.id ? fetched.chapters : [])
}

async function fetchChapters(id: string, signal: AbortSignal): Promise<Chapter[]> {
  const answer = await browserApi.call(`/podcasts/${encodeURIComponent(id)}/chapters.json`, { signal })
  const { chapters } = (await answer.json()) as JsonChapters
  return chapters.map(({ startTime, title }) => ({ start: startTime, title }))
}
