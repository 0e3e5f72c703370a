import { Overview } from '#contracts/admin/overview.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AdminService } from './accounts/admins.service.ts'
import { createFirstAdmin } from './accounts/first-admin.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import type { PasswordResetService } from './accounts/password-reset.service.ts'
import { requireAdmin } from './accounts/require-admin.ts'
import type { SessionService } from './accounts/sessions.service.ts'
import type { TotpService } from './accounts/totp.service.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { type AuditService, createAuditService } from './audit/audit.service.ts'
import { createAuditStore } from './audit/audit.store.ts'
import { createOverviewService, type OverviewSources } from './overview/overview.service.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { createSetupService, type SetupSources } from './setup/setup.service.ts'
import { openStatistics, type Statistics, type StatisticsSources } from './statistics/open-statistics.ts'

/** Admin domain: accounts and sessions, the audit log, the overview and the statistics. */
export interface Admin {
  admins: AdminService
  sessions: SessionService
  totp: TotpService
  passwordReset: PasswordResetService
  audit: AuditService
  statistics: Statistics
  /** Hook that rejects requests of clients that are not signed in as administrators */
  requireAdmin: ReturnType<typeof requireAdmin>
  /** Checks the recent password of the routes that are registered in the scope afterwards */
  protectRoutes: (app: App) => void
  /** Creates an administrator if there is none, and returns the password */
  createFirstAdmin: (options: Parameters<typeof createFirstAdmin>[1]) => ReturnType<typeof createFirstAdmin>
  features: Feature[]
}

type AdminSettings = {
  mode: string
  publicUrl: string | undefined
  database: { url: string | undefined }
  mediaStore: object | undefined
  dataDir: string
  minFreeBytes: number
  sessionHours: number
  sessionIdleMinutes: number
}

export function openAdmin(
  settings: AdminSettings,
  {
    platform,
    isEdited,
    ...domains
  }: Omit<OverviewSources, 'platform' | 'admins'> & {
    platform: Platform
    isEdited: SetupSources['isEdited']
    site: Pick<SetupSources, 'demonstration'>
    catalogue: Pick<SetupSources, 'books'> & Pick<StatisticsSources, 'findItemIds' | 'findItemNames'>
    shop: { orders: Pick<StatisticsSources, 'listSoldByDay'> }
  },
): Admin {
  const { orm, record } = platform
  const audit = createAuditService({ store: createAuditStore(orm), orm, record })
  const { sessionHours, sessionIdleMinutes } = settings
  const isProduction = settings.mode === 'production'
  const accounts = openAccounts({ ...platform, recordRefusal: audit.recordRefusal, sessionHours, sessionIdleMinutes, isProduction })
  const { admins, sessions, totp, passwordReset } = accounts
  const { findItemIds, findItemNames } = domains.catalogue
  const { listSoldByDay } = domains.shop.orders
  const statistics = openStatistics({ ...platform, publicUrl: settings.publicUrl, findItemIds, findItemNames, listSoldByDay })
  const overview = createOverviewService(
    { ...domains, platform, admins },
    {
      production: isProduction,
      publicUrl: settings.publicUrl ?? null,
      isDatabaseEmbedded: settings.database.url === undefined,
      store: settings.mediaStore ? 's3' : 'disk',
      dataDir: settings.dataDir,
      minFreeBytes: settings.minFreeBytes,
    },
  )

  const setup = createSetupService({ ...domains.catalogue, ...domains.shop, ...domains.site, platform, isEdited })

  return {
    admins,
    sessions,
    totp,
    passwordReset,
    audit,
    statistics,
    requireAdmin: requireAdmin(sessions.authenticate),
    protectRoutes: accounts.protectRoutes,
    createFirstAdmin: (options) => createFirstAdmin(admins, options),
    features: [accounts, { adminRoutes: [auditRoutes({ audit }), overviewRoute, setupRoutes(setup)] }, statistics],
  }

  async function overviewRoute(app: App) {
    const schema = { tags: ['overview'], summary: 'Get the catalogue totals and the system status', response: { 200: Overview } }
    app.get('/overview', { schema }, overview.get)
  }
}
