import type { FastifyRequest } from 'fastify'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import type { ProductKind, ProductRef } from '#contracts/shop/product.ts'
import type { Transaction } from './platform/database/database.ts'
import { notFound } from './platform/problems.ts'

/** Data of an item on sale that selling and opening the item require. */
export type ItemOnSale = {
  title: string
  /** Price in minor units; an item with a price of zero or less is free */
  priceMinor: number
  /** Key of the file that opens unless another format is requested */
  fileKey: string
  /** Keys of the files of the item's editions, which its owners may open */
  editionKeys: Partial<Record<EditionFormat, string>>
  /** Whether visitors may open or buy the item. Items that are not offered remain available to their owners */
  isOffered: boolean
  /** Keys of the files that the holder of a preview link may open; empty if visitors can open the item, or if the item has no preview */
  previewKeys: string[]
}

/** Unpublished item that a preview link opens in a browser. */
export type ItemPreview = ProductRef & { expiresAt: Date }
/** Function that returns the item of the preview link that the browser of a request has opened. */
export type FindItemPreview = (request: FastifyRequest) => ItemPreview | undefined

const PREVIEW_HOLDER = 'preview-'

/** Returns the holder id of a previewed item, which signed URLs contain in place of an entitlement's id. */
export function previewHolder({ product, productId }: ProductRef): string {
  return PREVIEW_HOLDER + Buffer.from(JSON.stringify([product, productId])).toString('base64url')
}

/** Returns the item of a holder id from `previewHolder`, or undefined for an entitlement. */
export function previewedProduct(holder: string): ProductRef | undefined {
  if (!holder.startsWith(PREVIEW_HOLDER)) return undefined
  const [product, productId] = JSON.parse(Buffer.from(holder.slice(PREVIEW_HOLDER.length), 'base64url').toString())
  return { product, productId }
}

export type ProductDirectory = Record<
  ProductKind,
  {
    find: (id: string) => Promise<ItemOnSale | undefined>
    /** Returns an item in any state by its id or slug, in the format of the API response for a single item. @throws notFound */
    view: (idOrSlug: string) => Promise<{ id: string }>
    /** Stores the number of valid payments for the item. Returns false if the item is deleted or in the bin. */
    setSold: (transaction: Transaction, id: string, sold: number) => Promise<boolean>
  }
>

export type FindProduct = (product: ProductRef) => Promise<ItemOnSale | undefined>

export function productNotFound(kind: ProductKind) {
  return notFound(kind === 'book' ? 'book' : 'episode')
}
