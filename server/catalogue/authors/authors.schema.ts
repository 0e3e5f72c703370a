import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Author } from '#contracts/catalogue/author.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { tsvector } from '#server/platform/database/tsvector.ts'

export const authors = pgTable(
  'authors',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    bio: text().notNull(),
    socialLinks: jsonb('social_links').$type<Author['socialLinks']>().notNull(),
    photoId: text('photo_id')
      .notNull()
      .references(() => mediaAssets.id),
    photoAlt: text('photo_alt').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    searchName: text('search_name').generatedAlwaysAs(sql`searchable(name)`),
    searchText: text('search_text').generatedAlwaysAs(sql`searchable(name || ' ' || bio)`),
    /** Search vector with the name (weight A) and the biography (weight D) */
    searchVector: tsvector('search_vector').generatedAlwaysAs(sql`search_vector(name, '', bio)`),
  },
  (table) => [
    index('authors_name').on(sql`name_key(${table.name})`),
    index('authors_search_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('authors_search_text').using('gin', table.searchText.op('gin_trgm_ops')),
    index('authors_search_vector').using('gin', table.searchVector),
    index('authors_created').on(table.createdAt),
    index('authors_photo').on(table.photoId),
  ],
)
