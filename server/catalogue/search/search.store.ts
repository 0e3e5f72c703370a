import { type SQL, sql } from 'drizzle-orm'
import type { Picture } from '#contracts/catalogue/item.ts'
import type { SearchKind } from '#contracts/catalogue/search.ts'
import { type ListSubjects, withCategoriesOf } from '#server/catalogue/items/category-subjects.ts'
import type { Reader } from '#server/platform/database/database.ts'
import { executePrepared } from '#server/platform/database/execute-prepared.ts'
import { markText, SNIPPET, WHOLE } from '#server/platform/lists/marked-text.ts'
import { askedFor, SEARCH_TERMS, type SearchSource } from '#server/platform/lists/search-source.ts'
import { respellStatement } from './respelling.ts'

/** Number of matching items below which similar names are searched, too. */
const FEW = 12
const MAX_PLACES = 3
/** Maximum length of texts that are returned whole, in characters. */
const SHORT_TEXT = 240
const MAX_SUGGESTED_WORDS = 6

export type FoundRow = {
  kind: SearchKind
  id: string
  total: number
  path: string
  title: string
  made_by: string | null
  language: string | null
  picture: Picture | null
  price_minor: number | null
  snippet: string
  /** Beginning of the text that contains the snippet; null when the snippet is the whole text */
  beginning: string | null
  places: { at: number; text: string }[]
  /** Number of all matches inside the item, including hidden ones */
  place_count: number
  has_hidden: boolean
}

export type SearchStore = ReturnType<typeof createSearchStore>

/**
 * Creates the store that searches all sources in one statement: each source finds its matches, all matches are ranked together, and details
 * are read only for the returned page.
 */
export function createSearchStore(reader: Reader, { subjects }: { subjects: ListSubjects }) {
  const widen = (query: SQL) => withCategoriesOf(query, subjects())
  return {
    find: async (sources: SearchSource<SearchKind>[], q: string, { limit, offset }: { limit: number; offset: number }) => {
      const statement = searchStatement(sources, askedFor(q, widen), { limit, offset })
      return executePrepared<FoundRow>(reader, statement)
    },

    /** Replaces each word of `q` by the most similar word, or pair of words, in the catalogue. Words without a similar word are dropped. */
    respell: async (sources: SearchSource[], q: string): Promise<string> => {
      const words = q.match(/[\p{L}\p{N}]{1,40}/gu)?.slice(0, MAX_SUGGESTED_WORDS) ?? []
      if (words.length === 0 || !sources.some(({ writes }) => writes)) return ''
      const { rows } = await reader.transaction(async (transaction) => {
        // Sequential scans are disabled, since the planner might scan every item for a word that no item contains.
        await transaction.execute(sql`set local enable_seqscan = off`)
        return transaction.execute<{ word: string }>(respellStatement(sources, words))
      })
      return rows.map(({ word }) => word).join(' ')
    },
  }
}

function searchStatement(sources: SearchSource<SearchKind>[], asked: SQL, { limit, offset }: { limit: number; offset: number }) {
  const terms = SEARCH_TERMS
  const named = ({ kind }: SearchSource) => sql`${kind}::text as kind`
  const found = sources.flatMap((source) => [
    sql`(select ${named(source)}, id, null::int as place, false as is_hidden, score from (${source.matches(terms)}) as matching)`,
    ...(source.places ? [sql`(select ${named(source)}, id, place, is_hidden, score from (${source.places(terms)}) as inside)`] : []),
  ])
  const similar = sources.flatMap((source) =>
    source.resembles
      ? [sql`(select ${named(source)}, id, null::int as place, false as is_hidden, score from (${source.resembles(terms)}) as resembling)`]
      : [],
  )
  const items = sources.map((source) => sql`(select item.* from (${source.item(sql`best.id`)}) as item where best.kind = ${source.kind})`)
  const places = sources.flatMap((source) =>
    source.place
      ? [sql`(select shown.* from (${source.place(sql`best.id`, sql`each.place`, terms)}) as shown where best.kind = ${source.kind})`]
      : [],
  )
  const isLong = sql`length(item.content) > ${SHORT_TEXT}`
  return sql`
    with ${asked},
    found as materialized (${union(found)}),
    every as (
      select * from found
      ${similar.length > 0 ? sql`union all select * from (${union(similar)}) as similar_names where (select count(distinct id) from found) < ${FEW}` : sql``}
    ),
    best as materialized (
      select kind, id,
        coalesce(max(score) filter (where place is null), 0) + coalesce(max(score) filter (where place is not null), 0) as score,
        (array_agg(place order by score desc, place) filter (where place is not null and not is_hidden))[1:${sql.raw(String(MAX_PLACES))}] as places,
        count(distinct place)::int as place_count,
        coalesce(bool_or(is_hidden), false) as has_hidden,
        (count(*) over ())::int as total
      from every group by kind, id
      order by score desc, kind, id desc
      limit ${sql.raw(String(limit))} ${offset > 0 ? sql`offset ${offset}` : sql``}
    )
    select best.kind, best.id, best.total, best.place_count, best.has_hidden, item.path, item.made_by, item.picture, item.price_minor, item.language,
      ${markText(sql`item.title`, terms.query, WHOLE)} as title,
      case when ${isLong} then left(item.content, ${SHORT_TEXT}) end as beginning,
      ${markText(sql`item.content`, terms.query, sql`case when ${isLong} then ${SNIPPET} else ${WHOLE} end`)} as snippet,
      ${places.length > 0 ? placesOf(places) : sql`'[]'::json`} as places
    from best, lateral (${union(items)}) as item
    order by best.score desc, best.kind, best.id desc
  `
}

function placesOf(places: SQL[]) {
  return sql`coalesce((
    select json_agg(json_build_object('at', shown.at, 'text', ${markText(sql`shown.content`, SEARCH_TERMS.query, SNIPPET)}) order by shown.at)
    from unnest(best.places) as each (place), lateral (${union(places)}) as shown
  ), '[]'::json)`
}

function union(parts: SQL[]): SQL {
  return sql.join(parts, sql` union all `)
}
