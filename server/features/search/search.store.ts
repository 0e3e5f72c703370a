import { type SQL, sql } from 'drizzle-orm'
import type { Picture } from '#contracts/item.ts'
import type { SearchKind } from '#contracts/search.ts'
import type { CatalogueReads } from '#server/platform/database/catalogue-reads.ts'
import { markText, SNIPPET, WHOLE } from '#server/platform/lists/marked-text.ts'
import { type SearchSource, type SearchTerms, searchTerms } from '#server/platform/lists/search-source.ts'

/** Names that are only similar are looked for when fewer items have the words. */
const FEW = 12
const MAX_PLACES = 3
/** Shorter texts are shown whole. */
const SHORT_TEXT = 240
const MAX_SUGGESTED_WORDS = 6

export type FoundRow = {
  kind: SearchKind
  id: string
  total: number
  path: string
  title: string
  made_by: string | null
  picture: Picture | null
  price_minor: number | null
  snippet: string
  /** Of the text that the snippet is from; null when the snippet is all of it */
  beginning: string | null
  places: { at: number; text: string }[]
  /** Of all places, hidden ones too */
  place_count: number
  has_hidden: boolean
}

export type SearchStore = ReturnType<typeof createSearchStore>

/** Searches all sources in one statement: each finds what matches, the best are ranked together, and only what is shown is read. */
export function createSearchStore(reads: CatalogueReads) {
  return {
    find: async (sources: SearchSource<SearchKind>[], q: string, { limit, offset }: { limit: number; offset: number }) => {
      const terms = searchTerms(q)
      const { rows } = await reads.query((from) => from.execute<FoundRow>(searchStatement(sources, terms, { limit, offset })))
      return rows
    },

    /** The words of `q` as they are most similarly written in the catalogue, without those that nothing there is similar to. */
    respell: async (sources: SearchSource[], q: string): Promise<string> => {
      const words = q.match(/[\p{L}\p{N}]{3,40}/gu)?.slice(0, MAX_SUGGESTED_WORDS) ?? []
      const texts = sources.flatMap(({ similarTexts }) => (similarTexts ? [similarTexts(sql`searchable(asked.word)`)] : []))
      if (words.length === 0 || texts.length === 0) return ''
      // Also those that every text has, which no vector holds
      const known = sources.flatMap(({ knows }) => (knows ? [sql`exists (${knows(sql`searchable(asked.word)`)})`] : []))
      const isWritten = sql.join([sql`numnode(plainto_tsquery('english', searchable(asked.word))) = 0`, ...known], sql` or `)
      const statement = sql`
        select nearest.word
        from unnest(${sql.param(words)}::text[]) with ordinality as asked (word, place),
        lateral (select ${isWritten} as is_written) as spelling,
        lateral (
          select asked.word where is_written
          union all (
            select found as word from (${union(texts.map((text) => sql`(${text})`))}) as similar_texts,
            regexp_split_to_table(content, '[^[:alnum:]]+') as found
            where length(found) > 2 and not is_written
            order by similarity(found, searchable(asked.word)) desc, found limit 1
          )
        ) as nearest
        order by asked.place`
      const { rows } = await reads.query((from) =>
        from.transaction(async (transaction) => {
          // Comparing a word with a long text takes a quarter of a millisecond: many are a little similar to it, and the planner takes a
          // hundred texts for too few to use their index.
          await transaction.execute(
            sql`select set_config('pg_trgm.word_similarity_threshold', '0.6', true), set_config('enable_seqscan', 'off', true)`,
          )
          return transaction.execute<{ word: string }>(statement)
        }),
      )
      return rows.map(({ word }) => word).join(' ')
    },
  }
}

function searchStatement(sources: SearchSource<SearchKind>[], terms: SearchTerms, { limit, offset }: { limit: number; offset: number }) {
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
    with found as materialized (${union(found)}),
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
      limit ${limit} offset ${offset}
    )
    select best.kind, best.id, best.total, best.place_count, best.has_hidden, item.path, item.made_by, item.picture, item.price_minor,
      ${markText(sql`item.title`, terms.query, WHOLE)} as title,
      case when ${isLong} then left(item.content, ${SHORT_TEXT}) end as beginning,
      ${markText(sql`item.content`, terms.query, sql`case when ${isLong} then ${SNIPPET} else ${WHOLE} end`)} as snippet,
      ${places.length > 0 ? placesOf(places, terms) : sql`'[]'::json`} as places
    from best, lateral (${union(items)}) as item
    order by best.score desc, best.kind, best.id desc
  `
}

function placesOf(places: SQL[], { query }: SearchTerms) {
  return sql`coalesce((
    select json_agg(json_build_object('at', shown.at, 'text', ${markText(sql`shown.content`, query, SNIPPET)}) order by shown.at)
    from unnest(best.places) as each (place), lateral (${union(places)}) as shown
  ), '[]'::json)`
}

function union(parts: SQL[]): SQL {
  return sql.join(parts, sql` union all `)
}
