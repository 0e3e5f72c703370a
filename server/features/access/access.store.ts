import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ProductKind } from '#contracts/access.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import { entitlements } from './access.schema.ts'

export type Product = { product: ProductKind; productId: string }
export type AccessStore = ReturnType<typeof createAccessStore>

export function createAccessStore(orm: Orm) {
  const active = (clientDigest: string | Placeholder, { product, productId }: Product | { product: Placeholder; productId: Placeholder }) =>
    and(
      eq(entitlements.clientDigest, clientDigest),
      eq(entitlements.product, product),
      eq(entitlements.productId, productId),
      isNull(entitlements.revokedAt),
    )

  // Asked for every item that is opened and every range of its bytes, so PostgreSQL plans them once for each connection.
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
    /** The id of what entitles this client to the product, if anything does. */
    findEntitlement: async (clientId: string, { product, productId }: Product): Promise<string | undefined> => {
      const [row] = await findHeld.execute({ clientDigest: digestClient(clientId), product, productId })
      return row?.id
    },

    /** All that this client may open. */
    listEntitled: (clientId: string): Promise<Product[]> =>
      orm
        .select({ product: entitlements.product, productId: entitlements.productId })
        .from(entitlements)
        .where(and(eq(entitlements.clientDigest, digestClient(clientId)), isNull(entitlements.revokedAt))),

    /** What an entitlement opens, unless it was revoked. */
    findProduct: async (entitlementId: string): Promise<Product | undefined> => {
      const [row] = await findOpened.execute({ id: entitlementId })
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
