import { type Author, SOCIAL_NETWORKS } from '#contracts/author.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { NETWORK_NAMES } from './networks.ts'

export const authorResource: Resource<Author> = {
  listUrl: '/admin/authors',
  apiPath: '/authors',
  singular: 'author',
  plural: 'authors',
  title: 'Authors',
  list: adminApi.listAuthors,
  parse: (json) => adminApi.toAuthor(json as Author),
  nameOf: (author) => author.name,
  fields: (author) => [
    { label: 'Name', value: author.name },
    { label: 'Photo', value: author.photo, isFile: true },
    { label: 'Bio', value: author.bio },
    ...SOCIAL_NETWORKS.map((network) => ({ label: NETWORK_NAMES[network], value: author.socialLinks[network] ?? '' })),
  ],
  toasts: {
    fetchFailed: 'Failed to fetch authors',
    added: 'Author added successfully',
    addFailed: 'Failed to add author',
    updated: 'Author updated successfully',
    updateFailed: 'Failed to update author',
    deleteFailed: 'Failed to delete author',
  },
}
