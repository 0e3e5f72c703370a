import type { NextPodcast, Podcast } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import { site } from '#site/site.ts'
import { mayOwnItems, ownedItems, owns } from '#web/lib/access/owned-items.ts'
import { refreshOwnedItemsOnce } from '#web/lib/access/refresh-owned-items.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** The episode to play next; `opens` if it needs no purchase. */
export type NextEpisode = { item: Podcast; program: string; opens: boolean }

/** The episode published next in the same program; undefined after the newest, and for an episode of no program. */
export async function fetchNextEpisode({ id, categories }: Podcast, signal: AbortSignal): Promise<NextEpisode | undefined> {
  const program = site.programs.find((candidate) => candidate.categories.some((category) => categories.includes(category)))
  if (!program) return undefined
  const query = new URLSearchParams({ category: program.categories.join(',') })
  const answer = await browserApi.call(`/podcasts/${encodeURIComponent(id)}/next?${query}`, { signal })
  const { next } = (await answer.json()) as NextPodcast
  if (!next) return undefined
  return { item: browserApi.toPodcast(next), program: program.title, opens: isFree(next.price) || (await isKnownOwned(next.id)) }
}

/** By what this browser has stored. If that is unknown, the episode does not play automatically. */
async function isKnownOwned(id: string): Promise<boolean> {
  if (!mayOwnItems()) return false
  await refreshOwnedItemsOnce()
  return owns(ownedItems.read(), id)
}
