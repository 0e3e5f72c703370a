import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Words of the texts of items, each at least once, kept by triggers: what a misspelt word is compared with. Words of texts that are gone stay,
 * so one is suggested only after it was found in a text.
 */
export const searchWords = pgTable('search_words', { word: text().notNull() }, (table) => [
  index('search_words_word').using('hash', table.word),
  index('search_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
])
