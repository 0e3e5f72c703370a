import { ItemId } from '#contracts/common/list.ts'
import { ReadingAct, ReadingPositionSaved, SavedReadingPosition } from '#contracts/reading/reading-position.ts'
import { ClientHeader } from '#contracts/shop/order.ts'
import { digestClient } from '#server/platform/digest.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { notFound } from '#server/platform/problems.ts'
import type { createReadingPositionStore } from './reading-positions.store.ts'

const tags = ['purchases']

/** @param listOrders returns the orders by which a client currently owns a book */
export function readingPositionRoutes(deps: {
  store: ReturnType<typeof createReadingPositionStore>
  listOrders: (clientDigest: string, bookId: string) => Promise<string[]>
}) {
  const { store, listOrders } = deps

  async function ordersOf(clientId: string, bookId: string): Promise<string[]> {
    const orders = await listOrders(digestClient(clientId), bookId)
    if (orders.length === 0) throw notFound('purchase')
    return orders
  }

  return async (app: App) => {
    setBound(app, { constant: 'one row' })
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/reading-places/:id',
      {
        schema: {
          tags,
          summary: 'Get the reading position of a buyer',
          params: ItemId,
          headers: ClientHeader,
          response: { 200: SavedReadingPosition.nullable() },
          notes: { refuses: [404] },
        },
      },
      async (request) => (await store.find(await ordersOf(request.headers['client-id'], request.params.id))) ?? null,
    )

    app.put(
      '/reading-places/:id',
      {
        schema: {
          tags,
          summary: 'Save the reading position of a buyer, unless the buyer moved elsewhere later',
          params: ItemId,
          headers: ClientHeader,
          body: ReadingAct,
          response: { 200: ReadingPositionSaved },
          notes: { refuses: [404] },
        },
      },
      async (request) => store.save(await ordersOf(request.headers['client-id'], request.params.id), request.body),
    )
  }
}
