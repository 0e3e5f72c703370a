import type { ProductKind } from '#contracts/access.ts'
import type { Transaction } from './database/database.ts'

/** A book or episode as whoever sells and opens it sees it. */
export type Product = {
  title: string
  /** Zero or less is free */
  priceMinor: number
  /** The key of the file that is read or heard */
  fileKey: string
}

/** Answers for every kind of item on sale, so that nobody who sells has to know one from the other. */
export type ProductDirectory = Record<
  ProductKind,
  {
    find: (id: string) => Promise<Product | undefined>
    /** Stores how many payments for the item stand. False when the item was deleted. */
    setSold: (transaction: Transaction, id: string, sold: number) => Promise<boolean>
  }
>
