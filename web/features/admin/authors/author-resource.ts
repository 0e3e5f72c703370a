import type { Author } from '#contracts/author.ts'
import { adminApi } from '../admin-api.ts'
import type { Resource } from '../resource.ts'

export const authorResource: Resource<Author> = {
  home: '/admin/authors',
  path: '/authors',
  one: 'author',
  many: 'authors',
  title: 'Authors',
  list: adminApi.listAuthors,
  read: (json) => adminApi.toAuthor(json as Author),
  nameOf: (author) => author.name,
  toasts: {
    fetchFailed: 'Failed to fetch authors',
    added: 'Author added successfully',
    addFailed: 'Failed to add author',
    updated: 'Author updated successfully',
    updateFailed: 'Failed to update author',
    deleteFailed: 'Failed to delete author',
  },
}
