import { BULK_ITEMS, BulkChange, BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import { ItemId } from '#contracts/common/list.ts'
import type { App } from '#server/platform/http/server.ts'
import type { ItemService } from './items.service.ts'

/** Creates the routes that change several items of one kind in one action, and revert such an action. */
export function bulkRoutes(path: '/books' | '/podcasts', service: Pick<ItemService, 'changeMany' | 'revertChange'>) {
  const tags = [path.slice(1)]
  const response = { 200: BulkOutcome }
  const notes = { refuses: [409] }

  return async (app: App) => {
    app.post(
      `${path}/changes`,
      {
        schema: {
          tags,
          summary: `Change up to ${BULK_ITEMS} items, move them to the bin or restore them, in one action, all or none`,
          body: BulkChange,
          response,
          notes,
        },
        config: { recentPassword: false },
      },
      (request) => service.changeMany(request.body.items, request.actor),
    )

    app.post(
      `${path}/changes/:id/revert`,
      {
        schema: {
          tags,
          summary: 'Revert a change of several items by the id of its audit log entry; items that were changed again are skipped',
          params: ItemId,
          response,
          notes,
        },
        config: { recentPassword: false },
      },
      (request) => service.revertChange(request.params.id, request.actor),
    )
  }
}
