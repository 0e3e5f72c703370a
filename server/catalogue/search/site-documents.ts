import { sql } from 'drizzle-orm'
import type { SearchKind } from '#contracts/catalogue/search.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { namedBonus, rankOf, requiresWord, type SearchSource } from '#server/platform/lists/search-source.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'

/** Rank factor of the site's texts, so that a short title of the site does not rank above a book with the searched word. */
const WEIGHT = 0.1

/** A searchable text of the site that is not in the database. */
export type SiteDocument = { kind: SearchKind; id: string; path: string; title: string; text: string }

/**
 * Search sources of the site's texts. The database computes their search vectors once per catalogue version, so that all kinds are ranked
 * alike.
 */
export function createSiteDocuments(deps: {
  list: () => SiteDocument[]
  /** Catalogue version; a new version may have different documents */
  version: () => number
  orm: Orm
}) {
  const { list, version, orm } = deps
  const cache = createVersionedCache<SearchSource<SearchKind>[]>({ max: 1, version })

  async function make() {
    const documents = list()
    const texts = sql.param(documents.map(({ text }) => text))
    const titles = sql.param(documents.map(({ title }) => title))
    const { rows } = await orm.execute<{ vector: string }>(sql`
      select search_vector(title, '', content)::text as vector
      from unnest(${titles}::text[], ${texts}::text[]) with ordinality as document (title, content, place) order by place
    `)
    const compared = documents.map((document, index) => ({ ...document, vector: rows[index]?.vector ?? '' }))
    return [...Map.groupBy(compared, ({ kind }) => kind)].map(([kind, ofKind]) => toSource(kind, ofKind))
  }

  return { sources: () => cache('', make) }
}

function toSource(kind: SearchKind, documents: (SiteDocument & { vector: string })[]): SearchSource<SearchKind> {
  const column = (name: 'id' | 'path' | 'title' | 'text' | 'vector') =>
    sql`${sql.param(documents.map((document) => document[name]))}::text[]`
  return {
    kind,
    matches: ({ query, named }) => sql`
      select id, (${rankOf(sql`vector::tsvector`, query)} + ${namedBonus(sql`searchable(title)`, named)} * 9) * ${sql.raw(String(WEIGHT))} as score
      from unnest(${column('id')}, ${column('title')}, ${column('vector')}) as document (id, title, vector)
      where vector::tsvector @@ ${query} and ${requiresWord(query)}`,
    item: (id) => sql`
      select path, title, null as made_by, null::jsonb as picture, null::int as price_minor, null::text as language, content
      from unnest(${column('id')}, ${column('path')}, ${column('title')}, ${column('text')}) as document (id, path, title, content)
      where id = ${id}`,
  }
}
