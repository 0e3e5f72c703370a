import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ProductKind } from '#contracts/access.ts'
import { digestClient } from '#server/platform/client-digest.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { entitlements } from './access.schema.ts'

export type Product = { product: ProductKind; productId: string }
export type AccessStore = ReturnType<typeof createAccessStore>

export function createAccessStore(orm: Orm) {
  const active = (clientId: string, { product, productId }: Product) =>
    and(
      eq(entitlements.clientDigest, digestClient(clientId)),
      eq(entitlements.product, product),
      eq(entitlements.productId, productId),
      isNull(entitlements.revokedAt),
    )

  return {
    /** The id of what entitles this client to the product, if anything does. */
    findEntitlement: async (clientId: string, product: Product): Promise<string | undefined> => {
      const [row] = await orm.select({ id: entitlements.id }).from(entitlements).where(active(clientId, product))
      return row?.id
    },

    /** What an entitlement opens, unless it was revoked. */
    findProduct: async (entitlementId: string): Promise<Product | undefined> => {
      const [row] = await orm
        .select({ product: entitlements.product, productId: entitlements.productId })
        .from(entitlements)
        .where(and(eq(entitlements.id, entitlementId), isNull(entitlements.revokedAt)))
      return row
    },

    /** Entitles the client to the product; once is enough. */
    grant: async (clientId: string, product: Product): Promise<void> => {
      await orm
        .insert(entitlements)
        .values({ id: uuidv7(), clientDigest: digestClient(clientId), ...product })
        .onConflictDoNothing()
    },

    revoke: async (clientId: string, product: Product): Promise<void> => {
      await orm.update(entitlements).set({ revokedAt: new Date() }).where(active(clientId, product))
    },
  }
}
