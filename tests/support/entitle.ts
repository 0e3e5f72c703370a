import type { Product } from '#server/features/access/access.store.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { Services } from '#server/services.ts'

/** Gives a client what a payment would, or takes it back, without an order. */
export function entitle(
  { accessStore, database }: Services,
  { clientId, product, productId }: Product & { clientId: string },
  entitled = true,
): Promise<void> {
  return accessStore.set(database.orm, { clientDigest: digestClient(clientId), product, productId }, entitled)
}
