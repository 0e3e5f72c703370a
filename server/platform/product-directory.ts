import type { ProductKind, ProductRef } from '#contracts/shop/product.ts'
import type { Transaction } from './database/database.ts'
import { notFound } from './problems.ts'

/** Item on sale, in the form that the selling and opening features need. */
export type ItemOnSale = {
  title: string
  /** Zero or less is free */
  priceMinor: number
  /** Key of the file that is read or listened to */
  fileKey: string
  /** Whether visitors may open or buy it. Other items are for their owners only */
  isOffered: boolean
}

export type ProductDirectory = Record<
  ProductKind,
  {
    find: (id: string) => Promise<ItemOnSale | undefined>
    /** Returns an item in any state, as the API's response for a single item. @throws notFound */
    view: (id: string) => Promise<unknown>
    /** Stores the number of valid payments for the item. Returns false if the item was deleted, also when it is in the bin. */
    setSold: (transaction: Transaction, id: string, sold: number) => Promise<boolean>
  }
>

export type FindProduct = (product: ProductRef) => Promise<ItemOnSale | undefined>

export function productNotFound(kind: ProductKind) {
  return notFound(kind === 'book' ? 'book' : 'episode')
}
