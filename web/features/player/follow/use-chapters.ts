import { useEffect, useState } from 'react'
import type { Chapter, JsonChapters } from '#contracts/chapter.ts'
import type { Podcast, PodcastDetails } from '#contracts/podcast.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** The chapters of an episode, fetched unless the item has them. Empty until then, and when they can't be fetched. */
export function useChapters(item: Podcast | PodcastDetails): Chapter[] {
  const [fetched, setFetched] = useState<{ of: string; chapters: Chapter[] }>()
  const known = 'chapters' in item ? item.chapters : undefined

  useEffect(() => {
    if (known || !item.hasChapters) return
    const controller = new AbortController()
    fetchChapters(item.id, controller.signal).then(
      (chapters) => setFetched({ of: item.id, chapters }),
      // The episode plays without them.
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
