import { Overview } from '#contracts/admin/overview.ts'
import type { App } from '#server/platform/http/server.ts'
import { createOverviewService, type OverviewSettings, type OverviewSources } from './overview.service.ts'

/** Opens the overview of the admin area: catalogue totals and system status. */
export function openOverview(sources: OverviewSources, settings: OverviewSettings) {
  const overview = createOverviewService(sources, settings)
  const schema = { tags: ['overview'], summary: 'Get the catalogue totals and the system status', response: { 200: Overview } }
  return { adminRoutes: [async (app: App) => void app.get('/overview', { schema }, overview.get)] }
}
