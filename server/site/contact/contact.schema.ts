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
    /** Whether the hidden field of the form was filled in, as spam programs and some browsers' autofill do */
    doubtful: boolean().notNull().default(false),
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
    /** The reason why the mail server did not accept the answer */
    problem: text('mail_problem'),
  },
  (table) => [
    index('message_entries_message').on(table.messageId, table.number),
    index('message_entries_unsent').on(table.number).where(sql`${table.sentAt} is null`),
  ],
)

/** Queue of emails to the site about new contact messages. */
export const messageNotices = pgTable(
  'message_notices',
  {
    number: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: text('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    problem: text('mail_problem'),
  },
  (table) => [
    index('message_notices_message').on(table.messageId),
    index('message_notices_unsent').on(table.number).where(sql`${table.sentAt} is null`),
  ],
)

export const savedAnswers = pgTable('saved_answers', {
  id: text().primaryKey(),
  title: text().notNull(),
  text: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
