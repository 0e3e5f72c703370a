import { useEffect, useState } from 'react'
import { browserApi } from '#web/lib/api/browser-api.ts'
import type { ItemKey, OpenableItem } from './item-access.ts'

export async function fetchItem({ kind, id }: ItemKey, signal: AbortSignal): Promise<OpenableItem> {
  return kind === 'book'
    ? { kind, item: await browserApi.getBook(id, { signal }) }
    : { kind, item: await browserApi.getPodcast(id, { signal }) }
}

/** Fetches an item by its key. Undefined while loading, null on failure. */
export function useItem({ kind, id }: ItemKey): OpenableItem | null | undefined {
  const [product, setProduct] = useState<OpenableItem | null>()
  useEffect(() => {
    const controller = new AbortController()
    fetchItem({ kind, id }, controller.signal).then(setProduct, (error: unknown) => {
      if (controller.signal.aborted) return
      console.warn(error)
      setProduct(null)
    })
    return () => controller.abort()
  }, [kind, id])
  return product
}
