import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Words of items' texts, the candidates for misspelt words, inserted by triggers. Words are not deleted with their last text, so a
 * suggestion is checked against the texts first.
 */
export const searchWords = pgTable('search_words', { word: text().notNull() }, (table) => [
  index('search_words_word').using('hash', table.word),
  index('search_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
])
