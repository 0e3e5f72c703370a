import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CategorySubjects } from '#contracts/site/site-content.ts'

/** Returns the subject words of all categories, which the site owner edits. */
export type ListSubjects = () => CategorySubjects[]

/** Table with a row for each category, with its comma-separated subject words */
const tableOf = (subjects: CategorySubjects[]) => [
  sql`${sql.param(subjects.map(({ category }) => category))}::text[]`,
  sql`${sql.param(subjects.map(({ words }) => words))}::text[]`,
]

/** Condition for items in a category that has the word, in any inflection, as a subject. */
export function isInCategoryAbout(categories: PgColumn, word: string, subjects: CategorySubjects[]): SQL {
  const [names, words] = tableOf(subjects)
  return sql`${categories} && array(
    select subject.category from unnest(${names}, ${words}) as subject (category, words)
    where to_tsvector('english', searchable(subject.words)) @@ plainto_tsquery('english', searchable(${word}))
  )`
}

/**
 * Returns a tsquery in which each subject of a category is replaced by an alternative: the subject, or the name of the category, which the
 * search vectors of items contain.
 */
export function withCategoriesOf(query: SQL, subjects: CategorySubjects[]): SQL {
  const [names, words] = tableOf(subjects)
  return sql`ts_rewrite(${query}, format(${REPLACEMENTS}, ${names}, ${words}))`
}

/** Statement of ts_rewrite() that selects each subject and its replacement. */
const REPLACEMENTS = `
  select word::tsquery, ('(' || word || ') | ' || string_agg(category, ' | '))::tsquery
  from (
    select '(' || phraseto_tsquery('english', searchable(subject.category))::text || ')' as category,
      plainto_tsquery('english', searchable(word))::text as word
    from unnest(%L::text[], %L::text[]) as subject (category, words), regexp_split_to_table(subject.words, ',') as word
  ) as replacements
  where word <> '' and category <> '()'
  group by word`
