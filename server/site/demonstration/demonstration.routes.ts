import { DemonstrationItems } from '#contracts/site/demonstration.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Demonstration } from './demonstration.service.ts'

const tags = ['site']

export function demonstrationRoutes({ preview, remove }: Pick<Demonstration, 'preview' | 'remove'>) {
  return async (app: App) => {
    app.get(
      '/demonstration',
      { schema: { tags, summary: 'Get the demonstration items that a removal deletes', response: { 200: DemonstrationItems } } },
      () => preview(),
    )

    app.delete(
      '/demonstration',
      {
        schema: {
          tags,
          summary: 'Remove the demonstration, except items that were sold or edited; 409 while it is being loaded',
          response: { 200: DemonstrationItems },
          notes: { refuses: [409] },
        },
        config: { recentPassword: true },
      },
      ({ actor }) => remove(actor),
    )
  }
}
