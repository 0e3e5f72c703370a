import { overviewRoutes } from './overview.routes.ts'
import { createOverviewService, type OverviewSettings, type OverviewSources } from './overview.service.ts'

/** Opens the admin area's first page: what there is, and whether everything works. */
export function openOverview(sources: OverviewSources, settings: OverviewSettings) {
  return { adminRoutes: [overviewRoutes({ overview: createOverviewService(sources, settings) })] }
}
