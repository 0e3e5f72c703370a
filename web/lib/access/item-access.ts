import { createContext, use, useEffect, useRef, useState } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { useOnPageShow } from '#web/lib/browser-events.ts'

/** Item that opens: a book to read, or a recording to play. The recording of an audiobook has the id of its book. */
export type OpenableItem = { kind: 'book'; item: CatalogueBook } | { kind: 'podcast' | 'audiobook'; item: Podcast }
export type ItemKey = { kind: OpenableItem['kind']; id: string }

/** Returns the kind of product that gives access to an item: an audiobook belongs to its book. */
export const productKind = (kind: OpenableItem['kind']): ProductKind => (kind === 'podcast' ? 'podcast' : 'book')

export type StartAt = number | 'place'

/** Functions that open items, provided to every page by the access feature. */
export type ItemAccess = {
  /** Requests a client id if the browser has none. Concurrent calls share one request. */
  prepareClientId: () => void
  /** Preloads the code of the viewer or player before a likely click. */
  preloadView: (kind: OpenableItem['kind']) => void
  /**
   * Checks access, then opens the item or navigates to the returned URL. An item given by its key is fetched first. Never rejects.
   * @param startAt start position: the second of a recording, the page of a book, or `place` for the place where this browser stopped.
   * By default a recording opens at that place, and a book at its first page.
   */
  open: (target: OpenableItem | ItemKey, signal: AbortSignal, startAt?: StartAt) => Promise<void>
  /** Opens the free first pages of a book, at the first page or at `startAt`. */
  preview: (book: CatalogueBook, startAt?: number) => void
}

/** Error thrown when access to an item has ended, for example after a refund. */
export class AccessEndedError extends Error {
  override name = 'AccessEndedError'
}

/** Error thrown when a download can't be opened until the server has confirmed access again. */
export class UncheckedError extends Error {
  override name = 'UncheckedError'
}

export const ItemAccessContext = createContext<ItemAccess | null>(null)

export function useItemAccess(): ItemAccess {
  const access = use(ItemAccessContext)
  if (!access) throw new Error('No access provider around this page')
  return access
}

/** Returns functions for a button that opens an item. `verifying` is true while access to the item is checked. */
export function useAccess(target: OpenableItem | ItemKey) {
  const access = useItemAccess()
  const [verifying, setVerifying] = useState(false)
  const request = useRef<AbortController>(null)

  useEffect(() => access.prepareClientId(), [access])
  useOnPageShow(() => setVerifying(false))
  useEffect(() => () => request.current?.abort(), [])

  async function openAt(startAt?: StartAt) {
    if (verifying) return
    const controller = new AbortController()
    request.current = controller
    setVerifying(true)
    await access.open(target, controller.signal, startAt)
    setVerifying(false)
  }

  const prepare = () => access.preloadView(target.kind)
  return { verifying, open: () => openAt(), openAt, intent: { onPointerEnter: prepare, onFocus: prepare, onTouchStart: prepare } }
}
