import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { Page } from '#contracts/common/list.ts'
import type { Api } from '#web/lib/api/api.ts'

/** Number of related episodes in a row */
const RELATED = 3

/** Returns episodes related to an episode: the newest episodes of its categories, filled up with the newest episodes of all categories. */
export async function listRelatedPodcasts(api: Pick<Api, 'listPodcasts'>, { id, categories }: Podcast): Promise<Page<Podcast>> {
  // Requests an extra episode, since the result may contain the episode itself.
  const limit = RELATED + 1
  const [alike, newest] = await Promise.all([api.listPodcasts({ category: categories.join(','), limit }), api.listPodcasts({ limit })])
  const others = new Map([...alike.items, ...newest.items].map((podcast) => [podcast.id, podcast]))
  others.delete(id)
  const items = [...others.values()].slice(0, RELATED)
  return { items, total: items.length }
}
