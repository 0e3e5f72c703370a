import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { itemStateColumns, itemStateIndexes } from '#server/catalogue/items/item-state.schema.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { tsvector } from '#server/platform/database/tsvector.ts'

export const podcasts = pgTable(
  'podcasts',
  {
    // UUIDv7 of the time at which the episode was added.
    id: text().primaryKey(),
    title: text().notNull(),
    host: text().notNull(),
    language: text(),
    description: text().notNull(),
    duration: text().notNull(),
    priceMinor: integer('price_minor').notNull(),
    categories: text().array().notNull(),
    /** Words by which searches find the item, in addition to its texts */
    subjects: text().array().notNull().default([]),
    chapters: jsonb().$type<Chapter[]>().notNull().default([]),
    coverId: text('cover_id')
      .notNull()
      .references(() => mediaAssets.id),
    coverAlt: text('cover_alt').notNull().default(''),
    ...itemStateColumns(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    searchName: text('search_name').generatedAlwaysAs(sql`searchable(title || ' ' || host)`),
    searchText: text('search_text').generatedAlwaysAs(
      sql`searchable(title || ' ' || host || ' ' || description || ' ' || join_words(categories) || ' ' || join_words(subjects))`,
    ),
    /** Search vector with the title (weight A), host, categories and subjects (weight B), and the description (weight D) */
    searchVector: tsvector('search_vector').generatedAlwaysAs(
      sql`search_vector(title, host || ' ' || join_words(categories) || ' ' || join_words(subjects), description)`,
    ),
  },
  (table) => [
    ...itemStateIndexes('podcasts', table),
    index('podcasts_categories').using('gin', table.categories),
    index('podcasts_search_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('podcasts_search_text').using('gin', table.searchText.op('gin_trgm_ops')),
    index('podcasts_search_vector').using('gin', table.searchVector),
    index('podcasts_created').on(table.createdAt),
    index('podcasts_cover').on(table.coverId),
  ],
)
