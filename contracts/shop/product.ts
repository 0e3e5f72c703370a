import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'

export const ProductKind = z.enum(['book', 'podcast'])
export type ProductKind = z.infer<typeof ProductKind>

/** Reference to an item on sale. */
export const ProductRef = z.object({ product: ProductKind, productId: plainText(100).min(1) })
export type ProductRef = z.infer<typeof ProductRef>

/** Ordered item with its title at the time of the order. */
export const OrderedProduct = z.object({ kind: ProductKind, id: z.string(), title: z.string() })
export type OrderedProduct = z.infer<typeof OrderedProduct>
