import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { entitlements } from './entitlements.schema.ts'

export type EntitlementStore = ReturnType<typeof createEntitlementStore>

export function createEntitlementStore(orm: Orm) {
  const active = (
    clientDigest: string | Placeholder,
    { product, productId }: ProductRef | { product: Placeholder; productId: Placeholder },
  ) =>
    and(
      eq(entitlements.clientDigest, clientDigest),
      eq(entitlements.product, product),
      eq(entitlements.productId, productId),
      isNull(entitlements.revokedAt),
    )

  // Entitlement queries are prepared once per connection, because they run for every opened item and every range request.
  const { clientDigest, product, productId, id } = {
    clientDigest: sql.placeholder('clientDigest'),
    product: sql.placeholder('product'),
    productId: sql.placeholder('productId'),
    id: sql.placeholder('id'),
  }
  const held = orm.select({ id: entitlements.id }).from(entitlements).where(active(clientDigest, { product, productId }))
  const opened = orm
    .select({ product: entitlements.product, productId: entitlements.productId })
    .from(entitlements)
    .where(and(eq(entitlements.id, id), isNull(entitlements.revokedAt)))
  const [findHeld, findOpened] = [held.prepare('entitlement_held'), opened.prepare('entitlement_opened')]

  return {
    /** Finds the id of the client's entitlement to the product. */
    findEntitlement: async (clientDigest: string, { product, productId }: ProductRef): Promise<string | undefined> =>
      (await findHeld.execute({ clientDigest, product, productId }))[0]?.id,

    /** Lists the products that the client is entitled to. */
    listEntitled: (clientDigest: string): Promise<ProductRef[]> =>
      orm
        .select({ product: entitlements.product, productId: entitlements.productId })
        .from(entitlements)
        .where(and(eq(entitlements.clientDigest, clientDigest), isNull(entitlements.revokedAt))),

    /** Finds the product of an entitlement that is not revoked. */
    findProduct: async (entitlementId: string): Promise<ProductRef | undefined> => (await findOpened.execute({ id: entitlementId }))[0],

    /** Adds or revokes the client's entitlement to the product. The operation is idempotent. */
    set: async (
      connection: Pick<Orm, 'insert' | 'update'>,
      { clientDigest, product, productId }: ProductRef & { clientDigest: string },
      entitled: boolean,
    ): Promise<void> => {
      if (entitled) await connection.insert(entitlements).values({ id: uuidv7(), clientDigest, product, productId }).onConflictDoNothing()
      else await connection.update(entitlements).set({ revokedAt: sql`now()` }).where(active(clientDigest, { product, productId }))
    },
  }
}
