import { z } from 'zod'
import { AuditEntry, AuditPerson, AuditQuery } from '#contracts/admin/audit.ts'
import type { App } from '#server/platform/http/server.ts'
import { addListRoute } from '#server/platform/lists/list-route.ts'
import type { AuditService } from './audit.service.ts'

const tags = ['audit']

export function auditRoutes({ audit }: { audit: AuditService }) {
  return async (app: App) => {
    const list = { tags, summary: 'List audit log entries, newest first', query: AuditQuery, item: AuditEntry }
    addListRoute(app, '/audit', list, audit.list)

    app.get(
      '/audit/people',
      { schema: { tags, summary: 'List the people who appear in the audit log', response: { 200: z.array(AuditPerson) } } },
      () => audit.people(),
    )
  }
}
