import { eq, getTableColumns } from 'drizzle-orm'
import type { Author } from '#contracts/author.ts'
import type { Picture } from '#contracts/item.ts'
import { createItemStore, type ItemStoreOptions } from '#server/features/items/items.store.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { mediaAssets } from '#server/platform/media/store/media.schema.ts'
import { defaultPictureSource } from '#server/platform/media/store/media-asset.ts'
import { authors } from './authors.schema.ts'

const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(authors)

export type AuthorRow = typeof authors.$inferSelect
/** An author before the books are counted, which only the books feature can do. */
export type AuthorProfile = Omit<Author, 'books'>
export type AuthorStore = ReturnType<typeof createAuthorStore>

export function createAuthorStore(orm: Orm, options: ItemStoreOptions = {}) {
  return createItemStore(orm, {
    ...options,
    table: authors,
    noun: 'authors',
    name: authors.name,
    select: (from, where) =>
      from
        .select({ ...columns, picture: mediaAssets.details })
        .from(authors)
        .innerJoin(mediaAssets, eq(mediaAssets.id, authors.photoId))
        .where(where),
    toItem: toProfile,
  })
}

function toProfile(row: Omit<AuthorRow, 'searchName' | 'searchText'> & { picture: unknown }): AuthorProfile {
  const picture = row.picture as Picture
  return {
    id: row.id,
    name: row.name,
    bio: row.bio,
    photo: defaultPictureSource(picture),
    socialLinks: row.socialLinks,
    picture,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
