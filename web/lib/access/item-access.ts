import { createContext, use, useEffect, useRef, useState } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { useOnPageShow } from '#web/lib/browser-events.ts'

export type OpenableItem = { kind: 'book'; item: CatalogueBook } | { kind: 'podcast'; item: Podcast }
export type ItemKey = { kind: OpenableItem['kind']; id: string }

/** Opens items; provided by the access feature around every page. */
export type ItemAccess = {
  /** Requests a client id unless the browser has one. Concurrent calls share one request. */
  prepareClientId: () => void
  /** Loads the code of the viewer or player before a likely click. */
  preloadView: (kind: OpenableItem['kind']) => void
  /**
   * Checks access, then opens the item or follows the returned URL. An item given by its key is fetched first. Never rejects.
   * @param startAt the second at which an episode starts, or the page of a book, instead of the last position
   */
  open: (target: OpenableItem | ItemKey, signal: AbortSignal, startAt?: number) => Promise<void>
  /** Opens the book's free first pages, at the first page or at `startAt`. */
  preview: (book: CatalogueBook, startAt?: number) => void
}

/** Access has ended, for example after a refund. */
export class AccessEndedError extends Error {
  override name = 'AccessEndedError'
}

/** A download can't be opened until the server has confirmed access again. */
export class UncheckedError extends Error {
  override name = 'UncheckedError'
}

export const ItemAccessContext = createContext<ItemAccess | null>(null)

export function useItemAccess(): ItemAccess {
  const access = use(ItemAccessContext)
  if (!access) throw new Error('No access provider around this page')
  return access
}

/** Access check of one button; `verifying` is true while the check runs. */
export function useAccess(target: OpenableItem | ItemKey) {
  const access = useItemAccess()
  const [verifying, setVerifying] = useState(false)
  const request = useRef<AbortController>(null)

  useEffect(() => access.prepareClientId(), [access])
  useOnPageShow(() => setVerifying(false))
  useEffect(() => () => request.current?.abort(), [])

  async function openAt(startAt?: number) {
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
