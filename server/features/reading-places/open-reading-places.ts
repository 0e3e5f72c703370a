import type { Orm } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { readingPlaceRoutes } from './reading-places.routes.ts'
import { createReadingPlaceStore } from './reading-places.store.ts'

/** Opens what keeps a buyer's place in a book, so that all browsers of the purchase go on there. */
export function openReadingPlaces({
  orm,
  listOrders,
}: {
  orm: Orm
  listOrders: (clientDigest: string, bookId: string) => Promise<string[]>
}) {
  return { publicRoutes: [readingPlaceRoutes({ store: createReadingPlaceStore(orm), listOrders })] } satisfies Feature
}
