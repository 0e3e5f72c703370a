import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { MessageEntry } from '#contracts/site/contact.ts'
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
    index('contact_messages_sender').on(sql`lower(${table.email})`),
    index('contact_messages_search_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('contact_messages_search_text').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
)

/** Answers to contact messages, which are sent by email, and notes for colleagues. */
export const messageEntries = pgTable(
  'message_entries',
  {
    number: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: text('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    kind: text().$type<MessageEntry['kind']>().notNull(),
    text: text().notNull(),
    /** Name of the administrator at the time of writing */
    adminName: text('admin_name').notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time at which the mail server accepted an answer; null while unsent. For notes, which are not sent, the time of writing */
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    index('message_entries_message').on(table.messageId, table.number),
    index('message_entries_unsent').on(table.number).where(sql`${table.sentAt} is null`),
  ],
)

export const savedAnswers = pgTable('saved_answers', {
  id: text().primaryKey(),
  title: text().notNull(),
  text: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
