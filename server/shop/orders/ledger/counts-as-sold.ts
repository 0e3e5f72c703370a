import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Transact, Transaction } from '#server/platform/database/database.ts'
import type { ProductDirectory } from '#server/product-directory.ts'
import { STANDING } from '../attempts/attempt-states.ts'
import { paymentAttempts } from '../orders.schema.ts'
import { lockProduct } from '../orders.store.ts'

/** Condition for payments that count as sold. Trial payments move no money, so that they are in no sum. */
export const countsAsSold = eq(paymentAttempts.trial, false)

/** Recounts the sales of a product. The caller has locked the product. Returns false if the product was deleted. */
export type CountSold = (transaction: Transaction, product: ProductRef) => Promise<boolean>

/** Creates the sales counter, which counts paid and disputed payments. */
export function createSoldCounter({ products }: { products: ProductDirectory }): CountSold {
  return async (transaction, { product, productId }) => {
    const isProduct = and(eq(paymentAttempts.product, product), eq(paymentAttempts.productId, productId))
    const stands = and(isNotNull(paymentAttempts.paidAt), inArray(paymentAttempts.state, STANDING))
    return products[product].setSold(
      transaction,
      productId,
      await transaction.$count(paymentAttempts, and(isProduct, stands, countsAsSold)),
    )
  }
}

/** Recounts the sales of products with trial payments at startup, because earlier versions counted some trial payments. */
export function createRecountSold({ orm, transact, countSold }: { orm: Orm; transact: Transact; countSold: CountSold }) {
  return async (): Promise<void> => {
    const products = await orm
      .selectDistinct({ product: paymentAttempts.product, productId: paymentAttempts.productId })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.trial, true), isNotNull(paymentAttempts.paidAt)))
    for (const product of products) {
      await transact(async (transaction) => {
        await lockProduct(transaction, product)
        await countSold(transaction, product)
      })
    }
  }
}
