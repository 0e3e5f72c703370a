import { expect, test } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { Api } from '#web/lib/api/api.ts'
import { listRelatedPodcasts } from './list-related-podcasts.ts'

const podcast = (id: string, ...categories: string[]) => ({ id, categories }) as Podcast

function listRelated(published: Podcast[], to: Podcast) {
  const listPodcasts: Api['listPodcasts'] = ({ category, limit } = {}) => {
    const items = published.filter(({ categories }) => !category || categories.includes(category)).slice(0, limit)
    return Promise.resolve({ items, total: items.length })
  }
  return listRelatedPodcasts({ listPodcasts }, to).then(({ items }) => items.map(({ id }) => id))
}

test('related episodes are those of the same categories, filled up with the newest episodes', async () => {
  const self = podcast('self', 'Work')
  const published = [podcast('a', 'Home'), self, podcast('b', 'Work'), podcast('c', 'Home'), podcast('d', 'Home')]
  expect(await listRelated(published, self)).toEqual(['b', 'a', 'c'])
  expect(await listRelated([...'efgh'].map((id) => podcast(id, 'Work')).concat(published), self)).toEqual(['e', 'f', 'g'])
})

test('the only episode of a site has no related episodes', async () => {
  const self = podcast('self', 'Work')
  expect(await listRelated([self], self)).toEqual([])
})
