import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { AuditChange, AuditNoun } from '#contracts/admin/audit.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { RecordAction } from './action.ts'
import { auditEntries } from './audit.schema.ts'

export const recordAction: RecordAction = async (connection, { noun, verb, subject, changes = [], by }) => {
  const id = uuidv7()
  await connection.insert(auditEntries).values({
    id,
    noun,
    verb,
    subjectId: subject.id,
    subjectName: subject.name,
    changes: changes.map(wellFormed),
    adminId: by?.admin?.id,
    adminName: by?.admin?.name,
    address: by?.address,
  })
  return id
}

/** Replaces lone surrogates in the changes: a text column replaces them without an error, but JSON refuses them. */
function wellFormed(change: AuditChange): AuditChange {
  const { item } = change
  const whole = Object.entries(change).map(([key, value]) => [key, typeof value === 'string' ? value.toWellFormed() : value])
  return { ...(Object.fromEntries(whole) as AuditChange), ...(item && { item: { ...item, name: item.name.toWellFormed() } }) }
}

/** Returns the type of the item and the changes that an audit log entry records. */
export async function findEntry(orm: Orm, id: string): Promise<{ noun: AuditNoun; changes: AuditChange[] } | undefined> {
  const { noun, changes } = auditEntries
  const [entry] = await orm.select({ noun, changes }).from(auditEntries).where(eq(auditEntries.id, id))
  return entry
}
