import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { readingPlaceRoutes } from './reading-positions.routes.ts'
import { createReadingPlaceStore } from './reading-positions.store.ts'

/** Opens the reading positions of buyers, shared by all browsers of a purchase. */
export function openReadingPlaces({
  orm,
  listOrders,
}: {
  orm: Orm
  listOrders: (clientDigest: string, bookId: string) => Promise<string[]>
}) {
  return { publicRoutes: [readingPlaceRoutes({ store: createReadingPlaceStore(orm), listOrders })] } satisfies Feature
}
