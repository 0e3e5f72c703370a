import { and, eq, inArray, isNotNull, ne, type SQL } from 'drizzle-orm'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Transact, Transaction } from '#server/platform/database/database.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { STANDING } from './attempt-states.ts'
import { paymentAttempts } from './orders.schema.ts'
import { lockProduct } from './orders.store.ts'

/**
 * Condition for payments that count as sold. Test payments count only while the test gateway is the only gateway, because nobody can pay
 * real money then. Beside a real gateway, and in production, they would appear as sales that never happened.
 */
export function countsAsSold(gateways: Pick<Gateway, 'name'>[]): SQL | undefined {
  const isTrialShop = gateways.length > 0 && gateways.every(({ name }) => name === 'sandbox')
  return isTrialShop ? undefined : ne(paymentAttempts.gateway, 'sandbox')
}

/** Recounts the sales of a product. The caller has locked the product. Returns false if the product was deleted. */
export type CountSold = (transaction: Transaction, product: ProductRef) => Promise<boolean>

/**
 * Creates the sales counter.
 * @param sold condition for paid or disputed payments that count as sold
 */
export function createSoldCounter({ products, sold }: { products: ProductDirectory; sold: SQL | undefined }): CountSold {
  return async (transaction, { product, productId }) => {
    const isProduct = and(eq(paymentAttempts.product, product), eq(paymentAttempts.productId, productId))
    const stands = and(isNotNull(paymentAttempts.paidAt), inArray(paymentAttempts.state, STANDING))
    return products[product].setSold(transaction, productId, await transaction.$count(paymentAttempts, and(isProduct, stands, sold)))
  }
}

/**
 * Recounts the sales of products with test payments at startup, because the settings that decide whether test payments count may have
 * changed.
 */
export function createRecountSold({ orm, transact, countSold }: { orm: Orm; transact: Transact; countSold: CountSold }) {
  return async (): Promise<void> => {
    const products = await orm
      .selectDistinct({ product: paymentAttempts.product, productId: paymentAttempts.productId })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.gateway, 'sandbox'), isNotNull(paymentAttempts.paidAt)))
    for (const product of products) {
      await transact(async (transaction) => {
        await lockProduct(transaction, product)
        await countSold(transaction, product)
      })
    }
  }
}
