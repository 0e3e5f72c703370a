import type { FastifyRequest } from 'fastify'
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
  /** Keys of the files that the holder of a preview link opens; none if visitors can open the item, or if it has no preview */
  previewKeys: string[]
}

/** Unpublished item that a preview link opens in a browser. */
export type ItemPreview = ProductRef & { expiresAt: Date }
/** Returns the item whose preview link the browser of a request opened. */
export type FindItemPreview = (request: FastifyRequest) => ItemPreview | undefined

const PREVIEW_HOLDER = 'preview-'

/** Returns the id that signed URLs of a previewed item contain in place of an entitlement's id. */
export function previewHolder({ product, productId }: ProductRef): string {
  return PREVIEW_HOLDER + Buffer.from(JSON.stringify([product, productId])).toString('base64url')
}

/** Returns the item of a holder by `previewHolder`; undefined for an entitlement. */
export function previewedProduct(holder: string): ProductRef | undefined {
  if (!holder.startsWith(PREVIEW_HOLDER)) return undefined
  const [product, productId] = JSON.parse(Buffer.from(holder.slice(PREVIEW_HOLDER.length), 'base64url').toString())
  return { product, productId }
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
