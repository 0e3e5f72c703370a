import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type AuditEntry, type AuditPerson, type AuditQuery, type AuditVerb, SERVER_ITSELF } from '#contracts/admin/audit.ts'
import type { Page } from '#contracts/common/list.ts'
import { auditEntries } from '#server/platform/audit/audit.schema.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { planListInOneQuery } from '#server/platform/lists/plan-list.ts'
import { rowsToFetch, toPage } from '#server/platform/lists/select-page.ts'

const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(auditEntries)

type Row = Omit<typeof auditEntries.$inferSelect, 'searchName' | 'searchText'>
export type AuditStore = ReturnType<typeof createAuditStore>

export function createAuditStore(orm: Orm) {
  return {
    /** Lists audit entries, newest first. */
    list: async ({ admin, noun, ...query }: AuditQuery): Promise<Page<AuditEntry>> => {
      const plan = planListInOneQuery(auditEntries, query)
      const filters = and(plan.matches, byAdmin(admin), noun && eq(auditEntries.noun, noun))
      const [rows, total] = await Promise.all([
        orm
          .select({ ...columns, rank: plan.rank })
          .from(auditEntries)
          .where(and(filters, plan.after))
          .orderBy(...plan.orderBy)
          .limit(rowsToFetch(query.limit)),
        orm.$count(auditEntries, filters),
      ])
      return toPage(rows, total, query.limit, toEntry)
    },

    /** Lists all people who appear in the audit log, with their most recent names. */
    people: (): Promise<AuditPerson[]> =>
      orm
        .selectDistinctOn([auditEntries.adminId], {
          id: sql<string>`${auditEntries.adminId}`,
          name: sql<string>`${auditEntries.adminName}`,
        })
        .from(auditEntries)
        .where(isNotNull(auditEntries.adminId))
        .orderBy(auditEntries.adminId, desc(auditEntries.id)),

    /** Counts the audit entries of the last hour with the given verbs: from the IP address, and in total. */
    countLastHour: async (verbs: AuditVerb[], address: string): Promise<{ own: number; all: number }> => {
      const [row] = await orm
        .select({
          all: sql<number>`count(*)::int`,
          own: sql<number>`(count(*) filter (where ${auditEntries.address} = ${address}))::int`,
        })
        .from(auditEntries)
        .where(and(gt(auditEntries.at, sql`now() - interval '1 hour'`), inArray(auditEntries.verb, verbs)))
      return row ?? { own: 0, all: 0 }
    },
  }
}

function byAdmin(admin: string | undefined) {
  if (!admin) return undefined
  // Commands on the server have neither an admin nor an IP address. Failed sign-ins have no admin either, but have an IP address.
  return admin === SERVER_ITSELF ? and(isNull(auditEntries.adminId), isNull(auditEntries.address)) : eq(auditEntries.adminId, admin)
}

function toEntry(row: Row): AuditEntry {
  const { id, at, adminId, adminName, address, noun, verb, subjectId, subjectName, changes } = row
  return {
    id,
    at: at.toISOString(),
    admin: adminId ? { id: adminId, name: adminName ?? '' } : null,
    address,
    noun,
    verb,
    subject: { id: subjectId, name: subjectName },
    changes,
  }
}
