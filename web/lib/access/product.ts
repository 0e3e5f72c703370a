import { useEffect, useState } from 'react'
import { browserApi } from '#web/lib/api/browser-api.ts'
import type { Product, ProductKey } from './item-access.ts'

export async function fetchProduct({ kind, id }: ProductKey, signal: AbortSignal): Promise<Product> {
  return kind === 'book'
    ? { kind, item: await browserApi.getBook(id, { signal }) }
    : { kind, item: await browserApi.getPodcast(id, { signal }) }
}

/** Fetches an item by its key. Undefined while loading, null on failure. */
export function useProduct({ kind, id }: ProductKey): Product | null | undefined {
  const [product, setProduct] = useState<Product | null>()
  useEffect(() => {
    const controller = new AbortController()
    fetchProduct({ kind, id }, controller.signal).then(setProduct, (error: unknown) => {
      if (controller.signal.aborted) return
      console.warn(error)
      setProduct(null)
    })
    return () => controller.abort()
  }, [kind, id])
  return product
}
