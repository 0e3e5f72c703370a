import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { ContactSubject } from '#contracts/site/contact-choices.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().$type<ContactSubject>().notNull(),
    message: text().notNull(),
    read: boolean().notNull().default(false),
    answered: boolean().notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    searchName: text('search_name').generatedAlwaysAs(sql`searchable(name || ' ' || email)`),
    searchText: text('search_text').generatedAlwaysAs(sql`searchable(name || ' ' || email || ' ' || subject || ' ' || message)`),
  },
  (table) => [
    index('contact_messages_search_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('contact_messages_search_text').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
)
