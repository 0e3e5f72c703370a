import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Picture } from '#contracts/catalogue/item.ts'
import type { AuthorQuery } from '#contracts/common/list.ts'
import { itemSlugs } from '#server/catalogue/items/item-slugs.schema.ts'
import { hasCurrentSlug } from '#server/catalogue/items/item-slugs.store.ts'
import { createItemStore, type ItemStoreOptions } from '#server/catalogue/items/items.store.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { defaultPictureSource } from '#server/media/store/media-asset.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { authors } from './authors.schema.ts'

const { searchName: _searchName, searchText: _searchText, searchVector: _searchVector, ...columns } = getTableColumns(authors)

export type AuthorRow = typeof authors.$inferSelect
/** Author without the number of books, which only the books feature can count. */
export type AuthorProfile = Omit<Author, 'books'>
export type AuthorStore = ReturnType<typeof createAuthorStore>

export function createAuthorStore(orm: Orm, options: ItemStoreOptions = {}) {
  return createItemStore(orm, {
    ...options,
    table: authors,
    kind: 'author',
    name: authors.name,
    cover: authors.photoId,
    narrow: ({ name }: AuthorQuery) => ({ filters: name ? eq(sql`name_key(${authors.name})`, sql`name_key(${name})`) : undefined }),
    select: (from, where) =>
      from
        .select({ ...columns, slug: itemSlugs.slug, picture: mediaAssets.details })
        .from(authors)
        .innerJoin(mediaAssets, eq(mediaAssets.id, authors.photoId))
        .leftJoin(itemSlugs, hasCurrentSlug('author', authors.id))
        .where(where),
    toItem: toProfile,
  })
}

function toProfile(
  row: Omit<AuthorRow, 'searchName' | 'searchText' | 'searchVector'> & { slug: string | null; picture: unknown },
): AuthorProfile {
  const { photoId: _photoId, ...own } = row
  const picture = row.picture as Picture
  return {
    ...own,
    slug: row.slug ?? row.id,
    photo: defaultPictureSource(picture),
    picture,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
