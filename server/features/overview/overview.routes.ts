import { Overview } from '#contracts/overview.ts'
import type { App } from '#server/platform/http/server.ts'
import type { OverviewService } from './overview.service.ts'

export function overviewRoutes({ overview }: { overview: OverviewService }) {
  return async (app: App) => {
    app.get(
      '/overview',
      { schema: { tags: ['overview'], summary: 'What there is, and whether everything works', response: { 200: Overview } } },
      () => overview.get(),
    )
  }
}
