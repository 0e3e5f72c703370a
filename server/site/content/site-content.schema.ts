import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SectionName } from '#contracts/site/site-content.ts'

/** Versions of the site's content sections. A section without a published version has the default content. */
export const siteSections = pgTable(
  'site_sections',
  {
    section: text().$type<SectionName>().notNull(),
    version: integer().notNull(),
    state: text().$type<'draft' | 'published'>().notNull(),
    body: jsonb().notNull(),
    /** Name of the administrator who saved the draft or published the version */
    by: text(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.section, table.version] }),
    uniqueIndex('site_sections_draft').on(table.section).where(sql`${table.state} = 'draft'`),
  ],
)
