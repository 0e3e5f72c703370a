import { useEffect, useState } from 'react'
import { isFree } from '#contracts/price.ts'
import type { ProductKind } from '#contracts/product.ts'
import { isAborted } from '#web/features/admin/kit/failures.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

export type FoundItem = { product: ProductKind; id: string; title: string; by: string; price: number }

const DEBOUNCE_MS = 300
const PER_KIND = 20
const SHOWN = 8

/** Searches books and episodes on sale once the typing pauses. */
export function useItemSearch(text: string) {
  const [state, setState] = useState<{ status: 'idle' | 'searching' | 'ready' | 'failed'; items: FoundItem[] }>({
    status: 'idle',
    items: [],
  })
  const q = text.trim()

  useEffect(() => {
    if (q === '') return setState({ status: 'idle', items: [] })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      setState((old) => ({ ...old, status: 'searching' }))
      findItems(q, { signal: controller.signal }).then(
        (items) => setState({ status: 'ready', items }),
        (error) => !isAborted(error) && setState({ status: 'failed', items: [] }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])

  return state
}

async function findItems(q: string, init: RequestInit): Promise<FoundItem[]> {
  const [books, episodes] = await Promise.all([
    browserApi.listBooks({ q, limit: PER_KIND }, init),
    browserApi.listPodcasts({ q, limit: PER_KIND }, init),
  ])
  const found: FoundItem[] = [
    ...books.items.map(({ id, title, author, price }) => ({ product: 'book' as const, id, title, by: author, price })),
    ...episodes.items.map(({ id, title, host, price }) => ({ product: 'podcast' as const, id, title, by: host, price: price ?? 0 })),
  ]
  // A free item needs no grant.
  return found.filter(({ price }) => !isFree(price)).slice(0, SHOWN)
}
