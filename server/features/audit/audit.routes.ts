import { z } from 'zod'
import { AuditEntry, AuditPerson, AuditQuery } from '#contracts/audit.ts'
import { LIST_HEADERS } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { sendPage } from '#server/platform/lists/select-page.ts'
import type { AuditService } from './audit.service.ts'

const tags = ['audit']

export function auditRoutes({ audit }: { audit: AuditService }) {
  return async (app: App) => {
    app.get(
      '/audit',
      {
        schema: {
          tags,
          summary: 'What was done, by whom, when and from where; the latest first',
          querystring: AuditQuery,
          response: { 200: z.array(AuditEntry) },
          notes: { responseHeaders: LIST_HEADERS },
        },
      },
      async (request, reply) => sendPage(request, reply, await audit.list(request.query)),
    )

    app.get('/audit/people', { schema: { tags, summary: 'Everyone who is in the record', response: { 200: z.array(AuditPerson) } } }, () =>
      audit.people(),
    )
  }
}
