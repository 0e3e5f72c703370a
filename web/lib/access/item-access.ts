import { createContext, use, useEffect, useRef, useState } from 'react'
import type { Podcast } from '#contracts/podcast.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'

export type Product = { kind: 'book'; item: CatalogueBook } | { kind: 'podcast'; item: Podcast }
/** An item of which no more is known than which it is */
export type ProductKey = { kind: Product['kind']; id: string }

/** What cards ask of the access feature, which the site's layout puts around every page. */
export type ItemAccess = {
  /** Makes sure that this browser has a client id. Many may ask at once; one request is made. */
  prepareClientId: () => void
  /** Fetches the viewer's or player's code, for a click that is likely to come. */
  preloadView: (kind: Product['kind']) => void
  /** Asks what this visitor may do, then opens the item or leaves for the address that is answered. Never rejects. */
  open: (product: Product, signal: AbortSignal) => Promise<void>
  /** The same for an item that has to be fetched first. */
  openByKey: (key: ProductKey, signal: AbortSignal) => Promise<void>
  /** Opens the book's first pages, which are everyone's. */
  preview: (book: CatalogueBook) => void
}

/** This browser may no longer open the item, such as after a refund. */
export class AccessEndedError extends Error {
  override name = 'AccessEndedError'
}

export const ItemAccessContext = createContext<ItemAccess | null>(null)

export function useItemAccess(): ItemAccess {
  const access = use(ItemAccessContext)
  if (!access) throw new Error('No access provider around this page')
  return access
}

/** One card's access check: idle, verifying while it is asked, idle again whatever the answer. */
export function useAccess(product: Product) {
  const access = useItemAccess()
  return useAccessCheck(product.kind, (signal) => access.open(product, signal))
}

/** The same for a button that has no card around it. */
export function useAccessByKey(key: ProductKey) {
  const access = useItemAccess()
  return useAccessCheck(key.kind, (signal) => access.openByKey(key, signal))
}

function useAccessCheck(kind: Product['kind'], ask: (signal: AbortSignal) => Promise<void>) {
  const access = useItemAccess()
  const [verifying, setVerifying] = useState(false)
  const asked = useRef<AbortController>(null)

  useEffect(() => access.prepareClientId(), [access])

  useEffect(() => {
    // A page that comes back from the back/forward cache comes with the state it left with.
    const rest = () => setVerifying(false)
    window.addEventListener('pageshow', rest)
    return () => {
      window.removeEventListener('pageshow', rest)
      asked.current?.abort()
    }
  }, [])

  async function open() {
    if (verifying) return
    const controller = new AbortController()
    asked.current = controller
    setVerifying(true)
    await ask(controller.signal)
    setVerifying(false)
  }

  const prepare = () => access.preloadView(kind)
  return { verifying, open, intent: { onPointerEnter: prepare, onFocus: prepare, onTouchStart: prepare } }
}
