import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Words in texts of items, inserted by triggers, as candidates for corrections of misspelled words. Words are not deleted with their last
 * text, so suggestions are checked against the texts first.
 */
export const searchWords = pgTable('search_words', { word: text().notNull() }, (table) => [
  index('search_words_word').using('hash', table.word),
  index('search_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
])
