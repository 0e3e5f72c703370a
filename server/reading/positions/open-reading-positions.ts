import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { readingPositionRoutes } from './reading-positions.routes.ts'
import { createReadingPositionStore } from './reading-positions.store.ts'

/** Opens the reading positions of buyers, shared by all browsers of a purchase. */
export function openReadingPositions({
  orm,
  listOrders,
}: {
  orm: Orm
  listOrders: (clientDigest: string, bookId: string) => Promise<string[]>
}) {
  return { publicRoutes: [readingPositionRoutes({ store: createReadingPositionStore(orm), listOrders })] } satisfies Feature
}
