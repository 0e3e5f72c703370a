import { useEffect, useState } from 'react'
import type { Podcast } from '#contracts/podcast.ts'
import { fetchNextEpisode, type NextEpisode } from './next-episode.ts'

/** What to offer once the episode has ended; undefined before, and when there is nothing or it can't be told. */
export function useNextEpisode(item: Podcast, ended: boolean): NextEpisode | undefined {
  const [found, setFound] = useState<{ after: Podcast; next: NextEpisode | undefined }>()

  useEffect(() => {
    if (!ended) return
    const controller = new AbortController()
    fetchNextEpisode(item, controller.signal).then(
      (next) => setFound({ after: item, next }),
      (error: unknown) => controller.signal.aborted || console.warn(error),
    )
    return () => controller.abort()
  }, [item, ended])

  return ended && found?.after === item ? found.next : undefined
}
