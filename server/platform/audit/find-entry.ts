import { eq } from 'drizzle-orm'
import type { AuditChange, AuditNoun } from '#contracts/admin/audit.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { auditEntries } from './audit.schema.ts'

/** Returns what an entry of the audit log says about the action's items. */
export async function findEntry(orm: Orm, id: string): Promise<{ noun: AuditNoun; changes: AuditChange[] } | undefined> {
  const { noun, changes } = auditEntries
  const [entry] = await orm.select({ noun, changes }).from(auditEntries).where(eq(auditEntries.id, id))
  return entry
}
