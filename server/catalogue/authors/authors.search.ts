import { sql } from 'drizzle-orm'
import { itemSlugs } from '#server/catalogue/items/item-slugs.schema.ts'
import { hasCurrentSlug } from '#server/catalogue/items/item-slugs.store.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { type SearchSource, searchTable } from '#server/platform/lists/search-source.ts'
import { authors } from './authors.schema.ts'

export const authorSearch: SearchSource<'author'> = {
  kind: 'author',
  ...searchTable(authors),
  item: (id) => sql`
    select '/authors/' || coalesce(${itemSlugs.slug}, ${authors.id}) as path, ${authors.name} as title, null as made_by,
      ${mediaAssets.details} as picture, null::int as price_minor, null::text as language, ${authors.bio} as content
    from ${authors}
    join ${mediaAssets} on ${mediaAssets.id} = ${authors.photoId}
    left join ${itemSlugs} on ${hasCurrentSlug('author', authors.id)}
    where ${authors.id} = ${id}`,
}
