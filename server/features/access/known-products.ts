import { LRUCache } from 'lru-cache'
import type { ProductKind } from '#contracts/access.ts'
import type { ProductInfo } from './access.service.ts'

type FindProduct = (kind: ProductKind, id: string) => Promise<ProductInfo | undefined>

/**
 * Remembers what access needs to know of a product until the catalogue changes. It decides where a visitor is sent; who may
 * have the bytes is asked of the database at every request for them.
 */
export function knownProducts(find: FindProduct, catalogueVersion: () => number): FindProduct {
  const known = new LRUCache<string, { version: number; info: ProductInfo }>({ max: 20_000 })
  return async (kind, id) => {
    // Read before the database is, so that a change meanwhile makes the entry an old one.
    const version = catalogueVersion()
    const key = `${kind} ${id}`
    const entry = known.get(key)
    if (entry?.version === version) return entry.info
    const info = await find(kind, id)
    if (info) known.set(key, { version, info })
    return info
  }
}
