import { type SQL, sql } from 'drizzle-orm'
import type { SearchSource } from '#server/platform/lists/search-source.ts'
import { searchWords } from './search-words.schema.ts'

/** Maximum number of similar words; several, since the most similar words may belong to deleted texts. */
const MAX_SIMILAR_WORDS = 10
const SHORTEST_KNOWN_WORD = 3
/**
 * Maximum length of words whose misspellings are enumerated. Longer words have too many spellings to compare, but share enough trigrams
 * with the correct spelling.
 */
const LONGEST_SLIP = 16
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Returns the statement that selects a spelling for each word: the word itself if a text contains it, otherwise the closest word that a
 * text contains. The closest is a word without one typing error, two words without the space between them, or the word with the most
 * trigrams in common.
 */
export function respellStatement(sources: SearchSource[], typed: string[]): SQL {
  const asked = sql`asked.word`
  const known = sources.flatMap(({ knows }) => (knows ? [sql`exists (${knows(asked)})`] : []))
  const isStopWord = (word: SQL) => sql`numnode(plainto_tsquery('english', ${word})) = 0`
  // Stop words count as known, since no search vector contains them.
  const isWritten = sql.join([isStopWord(asked), ...known], sql` or `)
  const writtenIn = (word: SQL) =>
    sql`(${sql.join(
      sources.flatMap(({ writes }) => (writes ? [sql`exists (${writes(word)})`] : [])),
      sql` or `,
    )})`
  const isKnown = (word: SQL) => sql`exists (select from ${searchWords} where ${searchWords.word} = ${word})`
  const isPart = (word: SQL) => sql`(${isStopWord(word)} or (${isKnown(word)} and ${writtenIn(word)}))`

  const words = typed.map(withoutAccents)
  const slips = words.flatMap((word, index) => slipsOf(word).map((slip) => ({ place: index + 1, slip })))
  const halves = words.flatMap((word, index) => halvesOf(word).map(([left, right]) => ({ place: index + 1, left, right })))
  return sql`
    select nearest.word
    from (
      select typed, place, searchable(typed) as word from unnest(${sql.param(typed)}::text[]) with ordinality as each (typed, place)
    ) as asked,
    lateral (select ${isWritten} as is_written offset 0) as spelling,
    lateral (
      select asked.typed as word, 0 as tier, 0::bigint as nearness where is_written
      union all (
        select slip.word, 1, row_number() over (order by similarity(slip.word, ${asked}) desc, slip.word)
        from unnest(${sql.param(slips.map(({ place }) => place))}::int[], ${sql.param(slips.map(({ slip }) => slip))}::text[]) as slip (place, word)
        where not is_written and slip.place = asked.place and ${isKnown(sql`slip.word`)} and ${writtenIn(sql`slip.word`)}
      )
      union all (
        select half.before || ' ' || half.after, 2, row_number() over (order by abs(length(half.before) - length(half.after)))
        from unnest(
          ${sql.param(halves.map(({ place }) => place))}::int[],
          ${sql.param(halves.map(({ left }) => left))}::text[],
          ${sql.param(halves.map(({ right }) => right))}::text[]
        ) as half (place, before, after)
        where not is_written and half.place = asked.place and ${isPart(sql`half.before`)} and ${isPart(sql`half.after`)}
      )
      union all (
        select word, 3, nearness
        from similar_words(case when not is_written then ${asked} end, ${sql.raw(String(MAX_SIMILAR_WORDS))})
          with ordinality as similar_word (word, nearness)
        where ${writtenIn(sql`similar_word.word`)}
      )
      order by tier, nearness limit 1
    ) as nearest
    order by asked.place`
}

/** Normalizes a word nearly like `searchable()`, since candidates are compared with words that the database has normalized. */
function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Returns the spellings that differ from a word by one missing, extra or wrong letter, or by two swapped letters. */
function slipsOf(word: string): string[] {
  if (word.length < SHORTEST_KNOWN_WORD || word.length > LONGEST_SLIP) return []
  const slips = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    slips.add(before + after.slice(1))
    if (after.length > 1) slips.add(before + after[1] + after[0] + after.slice(2))
    for (const letter of LETTERS) slips.add(before + letter + after).add(before + letter + after.slice(1))
  }
  slips.delete(word)
  return [...slips].filter(({ length }) => length >= SHORTEST_KNOWN_WORD)
}

/** Splits a word in two at each position where a space may be missing. At least one part is long enough to be a known word. */
function halvesOf(word: string): [string, string][] {
  if (word.length > 2 * LONGEST_SLIP) return []
  return Array.from({ length: Math.max(0, word.length - 3) }, (_, index): [string, string] => [
    word.slice(0, index + 2),
    word.slice(index + 2),
  ]).filter((parts) => parts.some(({ length }) => length >= SHORTEST_KNOWN_WORD))
}
