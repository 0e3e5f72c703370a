import type { AuditEntry, AuditPerson } from '#contracts/audit.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import type { ListSource } from '#web/features/admin/kit/list/use-admin-list.ts'

export const auditSource: ListSource<AuditEntry> = {
  list: (query) => adminApi.list('/audit', query),
  toasts: { fetchFailed: 'Failed to fetch the activity' },
}

export async function listPeople(): Promise<AuditPerson[]> {
  return (await adminApi.call('/audit/people')).json() as Promise<AuditPerson[]>
}
