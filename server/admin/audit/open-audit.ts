import type { Orm } from '#server/platform/database/database.ts'
import { auditRoutes } from './audit.routes.ts'
import { createAuditService } from './audit.service.ts'
import { createAuditStore } from './audit.store.ts'

/** Opens the audit log. */
export function openAudit({ orm }: { orm: Orm }) {
  const audit = createAuditService({ store: createAuditStore(orm), orm })
  return { audit, adminRoutes: [auditRoutes({ audit })] }
}
