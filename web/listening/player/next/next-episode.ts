import { useEffect, useEffectEvent } from 'react'
import type { NextPodcast, Podcast } from '#contracts/catalogue/podcast.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { useItemAccess } from '#web/lib/access/item-access.ts'
import { mayOwnItems, ownedItems, owns } from '#web/lib/access/owned-items.ts'
import { refreshOwnedItemsOnce } from '#web/lib/access/refresh-owned-items.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useSite } from '#web/lib/site.tsx'
import { createStoredValue, readStorage } from '#web/lib/storage/local-storage.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import type { Episode } from '#web/listening/player/playback/use-source.ts'

const autoplay = createStoredValue('playNext')
const ENABLED = 'yes'

/** Next episode to play, and its program or the queue. `opens` is set if no purchase is needed. */
export type NextEpisode = { item: Podcast; program: string; opens: boolean; isQueued?: true }

/** Returns the program of an episode; undefined if no program has one of its categories. */
export const findProgram = ({ categories }: Podcast, programs: Site['programs']) =>
  programs.find((candidate) => candidate.categories.some((category) => categories.includes(category)))

/** Fetches the episode published next in the same program; undefined after the newest, and for an episode without a program. */
export async function fetchNextEpisode(
  episode: Podcast,
  programs: Site['programs'],
  signal: AbortSignal,
): Promise<NextEpisode | undefined> {
  const program = findProgram(episode, programs)
  if (!program) return undefined
  const query = new URLSearchParams({ category: program.categories.join(',') })
  const answer = await browserApi.call(`/podcasts/${encodeURIComponent(episode.id)}/next?${query}`, { signal })
  const { next } = (await answer.json()) as NextPodcast
  return next ? toNext(browserApi.toPodcast(next), program.title) : undefined
}

const toNext = async (item: Podcast, program: string): Promise<NextEpisode> => ({
  item,
  program,
  opens: isFree(item.price) || (await isKnownOwned(item.id)),
})

/** Returns whether the browser has stored that the visitor owns an episode. Otherwise the episode is not played automatically. */
async function isKnownOwned(id: string): Promise<boolean> {
  if (!mayOwnItems()) return false
  await refreshOwnedItemsOnce()
  return owns(ownedItems.read(), id)
}

/** Whether episodes are queued. The code of the queue is loaded only then. */
export const hasQueue = () => readStorage('listeningQueue') !== null
export const loadQueue = () => import('#web/listening/player/queue/next-in-queue.ts')

/** Returns the next episode of the queue, or else of the program. */
async function findNext({ kind, item }: Episode, programs: Site['programs'], signal: AbortSignal): Promise<NextEpisode | undefined> {
  const queued = hasQueue() ? await (await loadQueue()).findNextInQueue(item.id, signal) : undefined
  if (queued) return { ...(await toNext(queued, 'your queue')), isQueued: true }
  return kind === 'podcast' ? fetchNextEpisode(item, programs, signal) : undefined
}

/** Returns the next episode once it is wanted; undefined before that, without a next episode, and if the request fails. */
export function useNextEpisode(opened: Episode, wanted: boolean): NextEpisode | undefined {
  const { programs } = useSite()
  const { current } = useFetched(wanted ? opened.item.id : null, (signal) => findNext(opened, programs, signal))
  return typeof current === 'string' ? undefined : current
}

/**
 * Opens the next episode if it is queued, autoplay is enabled, or the listener skipped to it, and no purchase is needed, unless the sleep
 * timer has ended with this one (`held`). `onStart` is called before the episode opens.
 */
export function useAutoplay(
  next: NextEpisode | undefined,
  { skipped, held, onStart }: { skipped: boolean; held: boolean; onStart: (id: string) => void },
) {
  const access = useItemAccess()
  const enabled = autoplay.useValue() === ENABLED
  const item = (skipped || ((enabled || next?.isQueued) && !held)) && next?.opens ? next.item : undefined

  const start = useEffectEvent((episode: NextEpisode['item'], signal: AbortSignal) => {
    onStart(episode.id)
    void access.open({ kind: 'podcast', item: episode }, signal)
  })
  useEffect(() => {
    if (!item) return
    const controller = new AbortController()
    start(item, controller.signal)
    return () => controller.abort()
  }, [item])

  return { enabled, setEnabled: (wanted: boolean) => void autoplay.write(wanted ? ENABLED : null) }
}
