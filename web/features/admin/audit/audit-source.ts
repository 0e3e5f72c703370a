import type { AuditEntry, AuditPerson } from '#contracts/audit.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import type { ListSource } from '#web/features/admin/kit/list/use-admin-list.ts'

export type AuditFilters = { admin: string; noun: string }

export const auditSource: ListSource<AuditEntry, AuditFilters> = {
  list: (query, init) => adminApi.list<AuditEntry>('/audit', query, init),
  toasts: { fetchFailed: 'Failed to fetch the activity' },
}

export async function listPeople(init?: RequestInit): Promise<AuditPerson[]> {
  return (await adminApi.call('/audit/people', init)).json() as Promise<AuditPerson[]>
}
