import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditChange, AuditNoun, AuditVerb } from '#contracts/admin/audit.ts'

/**
 * Append-only audit log: the migration that creates this table also creates a trigger that refuses to change or remove rows. Names are
 * stored as of the action, and no column references another table, so that entries of a deleted administrator remain.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    // Ids are UUIDv7: sorted in descending order, they list entries from the newest to the oldest.
    id: text().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    adminId: text('admin_id'),
    adminName: text('admin_name'),
    address: text(),
    noun: text().$type<AuditNoun>().notNull(),
    verb: text().$type<AuditVerb>().notNull(),
    subjectId: text('subject_id'),
    subjectName: text('subject_name').notNull(),
    changes: jsonb().$type<AuditChange[]>().notNull(),
    searchName: text('search_name').generatedAlwaysAs(sql`searchable(coalesce(admin_name, '') || ' ' || subject_name)`),
    searchText: text('search_text').generatedAlwaysAs(
      sql`searchable(coalesce(admin_name, '') || ' ' || subject_name || ' ' || coalesce(address, ''))`,
    ),
  },
  (table) => [
    index('audit_entries_at').on(table.at),
    index('audit_entries_admin').on(table.adminId, table.id),
    index('audit_entries_noun').on(table.noun, table.id),
    index('audit_entries_search_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('audit_entries_search_text').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
)
