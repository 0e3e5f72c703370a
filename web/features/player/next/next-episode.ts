import type { NextPodcast, Podcast } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import { site } from '#site/site.ts'
import { mayOwnItems, ownedItems, owns } from '#web/lib/access/owned-items.ts'
import { refreshOwnedItemsOnce } from '#web/lib/access/refresh-owned-items.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** What comes after an episode. `opens` when it can be heard without being bought first. */
export type NextEpisode = { item: Podcast; program: string; opens: boolean }

/** The episode of the same program that was published next; undefined after the newest, and for one of no program. */
export async function fetchNextEpisode({ id, categories }: Podcast, signal: AbortSignal): Promise<NextEpisode | undefined> {
  const program = site.programs.find((candidate) => candidate.categories.some((category) => categories.includes(category)))
  if (!program) return undefined
  const query = new URLSearchParams({ category: program.categories.join(',') })
  const answer = await browserApi.call(`/podcasts/${encodeURIComponent(id)}/next?${query}`, { signal })
  const { next } = (await answer.json()) as NextPodcast
  if (!next) return undefined
  return { item: browserApi.toPodcast(next), program: program.title, opens: isFree(next.price) || (await isKnownOwned(next.id)) }
}

/** Of what this browser is known to own. Where that can't be had, only the listener's own press opens it. */
async function isKnownOwned(id: string): Promise<boolean> {
  if (!mayOwnItems()) return false
  await refreshOwnedItemsOnce()
  return owns(ownedItems.read(), id)
}
