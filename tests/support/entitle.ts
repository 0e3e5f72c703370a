import type { ProductRef } from '#contracts/product.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { Services } from '#server/services.ts'

/** Entitles a client to a product, or revokes that, without an order. */
export function entitle(
  { accessStore, database }: Services,
  { clientId, product, productId }: ProductRef & { clientId: string },
  entitled = true,
): Promise<void> {
  return accessStore.set(database.orm, { clientDigest: digestClient(clientId), product, productId }, entitled)
}
