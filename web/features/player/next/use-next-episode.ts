import { useEffect, useState } from 'react'
import type { Podcast } from '#contracts/podcast.ts'
import { fetchNextEpisode, type NextEpisode } from './next-episode.ts'

/** The next episode once this one has ended; undefined before, and when there is none or the request fails. */
export function useNextEpisode(item: Podcast, ended: boolean): NextEpisode | undefined {
  const [result, setResult] = useState<{ after: Podcast; next: NextEpisode | undefined }>()

  useEffect(() => {
    if (!ended) return
    const controller = new AbortController()
    fetchNextEpisode(item, controller.signal).then(
      (next) => setResult({ after: item, next }),
      (error: unknown) => controller.signal.aborted || console.warn(error),
    )
    return () => controller.abort()
  }, [item, ended])

  return ended && result?.after === item ? result.next : undefined
}
