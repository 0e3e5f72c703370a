import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ProductKind } from '#contracts/access.ts'
import { digestClient } from '#server/platform/client-digest.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { entitlements } from './access.schema.ts'

export type Product = { product: ProductKind; productId: string }
export type AccessStore = ReturnType<typeof createAccessStore>

export function createAccessStore(orm: Orm) {
  const active = (clientDigest: string, { product, productId }: Product) =>
    and(
      eq(entitlements.clientDigest, clientDigest),
      eq(entitlements.product, product),
      eq(entitlements.productId, productId),
      isNull(entitlements.revokedAt),
    )

  return {
    /** The id of what entitles this client to the product, if anything does. */
    findEntitlement: async (clientId: string, product: Product): Promise<string | undefined> => {
      const [row] = await orm
        .select({ id: entitlements.id })
        .from(entitlements)
        .where(active(digestClient(clientId), product))
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

    /** Entitles a client to the product, or ends that; saying the same again changes nothing. */
    set: async (
      connection: Pick<Orm, 'insert' | 'update'>,
      { clientDigest, product, productId }: Product & { clientDigest: string },
      entitled: boolean,
    ): Promise<void> => {
      if (entitled) await connection.insert(entitlements).values({ id: uuidv7(), clientDigest, product, productId }).onConflictDoNothing()
      else await connection.update(entitlements).set({ revokedAt: new Date() }).where(active(clientDigest, { product, productId }))
    },
  }
}
