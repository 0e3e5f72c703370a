import type { Podcast } from '#contracts/podcast.ts'
import { adminApi } from '../admin-api.ts'
import type { Resource } from '../resource.ts'

export const podcastResource: Resource<Podcast> = {
  home: '/admin/podcasts',
  path: '/podcasts',
  one: 'podcast',
  many: 'podcasts',
  title: 'Podcasts',
  list: adminApi.listPodcasts,
  read: (json) => adminApi.toPodcast(json as Podcast),
  nameOf: (podcast) => podcast.title,
  toasts: {
    fetchFailed: 'Failed to fetch podcasts',
    added: 'Podcast added successfully',
    addFailed: 'Failed to add podcast',
    updated: 'Podcast updated successfully',
    updateFailed: 'Failed to update podcast',
    deleteFailed: 'Failed to delete podcast',
  },
}
