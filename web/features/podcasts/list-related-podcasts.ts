import type { Page } from '#contracts/list.ts'
import type { Podcast } from '#contracts/podcast.ts'
import type { Api } from '#web/lib/api/api.ts'

/** One row */
const RELATED = 3

/** What to hear after an episode: the newest of its categories, and where these are few, the newest of all. */
export async function listRelatedPodcasts(api: Pick<Api, 'listPodcasts'>, { id, categories }: Podcast): Promise<Page<Podcast>> {
  // One more, since the episode is among them.
  const limit = RELATED + 1
  const [alike, newest] = await Promise.all([api.listPodcasts({ category: categories.join(','), limit }), api.listPodcasts({ limit })])
  const others = new Map([...alike.items, ...newest.items].map((podcast) => [podcast.id, podcast]))
  others.delete(id)
  const items = [...others.values()].slice(0, RELATED)
  return { items, total: items.length }
}
