import type { ProductKind, ProductRef } from '#contracts/product.ts'
import type { Transaction } from './database/database.ts'
import { notFound } from './problems.ts'

/** An item on sale, as the features that sell and open it see it. */
export type ItemOnSale = {
  title: string
  /** Zero or less is free */
  priceMinor: number
  /** The key of the file that is read or heard */
  fileKey: string
}

export type ProductDirectory = Record<
  ProductKind,
  {
    find: (id: string) => Promise<ItemOnSale | undefined>
    /** Stores how many payments for the item stand. False when the item was deleted. */
    setSold: (transaction: Transaction, id: string, sold: number) => Promise<boolean>
  }
>

export type FindProduct = (product: ProductRef) => Promise<ItemOnSale | undefined>

export function productNotFound(kind: ProductKind) {
  return notFound(kind === 'book' ? 'book' : 'episode')
}
