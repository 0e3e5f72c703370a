import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { isPreviewed } from '#contracts/catalogue/item-visibility.ts'
import { isFree } from '#contracts/shop/price.ts'
import { clientIds } from '#web/lib/access/client-id.ts'
import { fetchItem } from '#web/lib/access/fetch-item.ts'
import {
  type ItemAccess,
  ItemAccessContext,
  type ItemKey,
  type OpenableItem,
  type StartAt,
  UncheckedError,
} from '#web/lib/access/item-access.ts'
import { renewItemFile, requestItemFile } from '#web/lib/access/item-file.ts'
import { followAction } from '#web/lib/access/next-action.ts'
import { mayOwnItems, trackOwnedItems } from '#web/lib/access/owned-items.ts'
import { refreshOwnedItemsOnce } from '#web/lib/access/refresh-owned-items.ts'
import { isNotFound } from '#web/lib/api/api.ts'
import { listen } from '#web/lib/browser-events.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { toast } from '#web/lib/toast.ts'
import { OpeningScreen } from '#web/ui/lazy-overlay.tsx'

type Opening = {
  url: string
  isText?: boolean
  preview?: true
  renew?: () => Promise<string>
  origin?: Element | null
  startAt?: number | undefined
  resumes?: boolean
  isRestored?: boolean
}
/**
 * Open item with its file's URL. `renew` returns a new URL after the URL has expired; `origin` is the previously focused element; `startAt`
 * is the second at which an episode begins, or the page at which a book opens; `isText` is set if only the text is downloaded; `isRestored`
 * is set if the player returned with the recording.
 */
export type OpenItem = OpenableItem & Opening
type View = 'book' | 'recording'
/** Open items, at most one of each view: a recording continues to play while a book opens over it. */
export type OpenItems = {
  book?: Extract<OpenItem, { kind: 'book' }> | undefined
  recording?: Exclude<OpenItem, { kind: 'book' }> | undefined
}

const KINDS: Record<OpenableItem['kind'], string> = { book: 'book', podcast: 'episode', audiobook: 'book' }

/** Time after which an open item counts as opened, so that its own code and first page are loaded before the code that stores it. */
const NOTED_AFTER_MS = 5000
const noteRecentItem = (opened: OpenableItem) =>
  import('#web/lib/places/recent-items.ts').then((module) => module.noteRecentItem(opened)).catch(() => {})

/** Returns the downloaded item with a key while the browser is offline. */
async function findDownloaded({ kind, id }: ItemKey): Promise<OpenableItem | undefined> {
  if (navigator.onLine || !readStorage('keptItems')) return undefined
  const { listDownloads } = await import('#web/lib/downloads/downloads.ts')
  return (await listDownloads()).find((download) => download.kind === kind && download.item.id === id)
}

const startOf = (startAt: StartAt | undefined) => (startAt === 'place' ? { resumes: true } : { startAt })

function prepareClientId() {
  clientIds.get().then(refreshOwned, (error: unknown) => {
    console.error(error)
    // The toast's id prevents duplicates, since every item card may report this error.
    toast.error('Failed to fetch client ID', { id: 'client-id' })
  })
}

/** Refreshes the owned items, unless this browser can't own items, as is the case for most browsers. */
async function refreshOwned() {
  if (mayOwnItems()) await refreshOwnedItemsOnce()
}

/** Checks access for item cards, and renders the items that they open. */
export function AccessProvider({
  renderOpenItems,
  preloadView,
  children,
}: {
  renderOpenItems: (openItems: OpenItems, close: (view: View) => void) => ReactNode
  preloadView: ItemAccess['preloadView']
  children: ReactNode
}) {
  const [openItems, setOpenItems] = useState<OpenItems>({})
  const origin = useRef<Element>(null)
  const navigate = useNavigate()

  // The focus has to be restored, since the clicked button lost it when it was disabled during the access check.
  const returnFocus = useCallback(() => {
    // The focus is restored after a delay, since the closing viewer moves it first.
    requestAnimationFrame(() => setTimeout(() => restoreFocus(origin.current)))
  }, [])
  const open = useCallback((opened: OpenItem) => {
    setOpenItems((before) => ({ ...before, [opened.kind === 'book' ? 'book' : 'recording']: opened }))
    if (!opened.preview) setTimeout(noteRecentItem, NOTED_AFTER_MS, opened)
  }, [])
  function close(view: View) {
    setOpenItems((before) => ({ ...before, [view]: undefined }))
    returnFocus()
  }

  const access = useMemo<ItemAccess>(
    () => ({
      prepareClientId,
      preloadView,
      preview: (book, startAt) => book.previewUrl && open({ kind: 'book', item: book, url: book.previewUrl, preview: true, startAt }),
      async open(target, signal, startAt) {
        origin.current = document.activeElement
        const fail = (error: unknown, message: string) => {
          if (signal.aborted) return
          console.error(error)
          toast.error(message)
          returnFocus()
        }
        let product: OpenableItem
        try {
          product = 'item' in target ? target : ((await findDownloaded(target)) ?? (await fetchItem(target, signal)))
        } catch (error) {
          const isGone = isNotFound(error)
          return fail(
            error,
            isGone ? 'This title was removed from the site. Please write to us.' : 'The title could not be loaded. Try again.',
          )
        }
        try {
          const file = await requestItemFile(product)
          if (!isFree(product.item.price)) trackOwnedItems()
          if (signal.aborted) return
          if ('url' in file) open({ ...product, ...file, ...startOf(startAt), renew: () => renewItemFile(product), origin: origin.current })
          else {
            // An open preview is closed first, so that its history entry is replaced by the next page.
            flushSync(() => setOpenItems((before) => (before.book?.preview ? { ...before, book: undefined } : before)))
            followAction(file.action, navigate)
          }
        } catch (error) {
          // Apart from its buyers, only visitors with a preview link can open the page of an unpublished item.
          if (isNotFound(error) && isPreviewed(product.item))
            return fail(error, `This is a preview. Visitors can buy the ${KINDS[product.kind]} when it is published.`)
          fail(error, error instanceof UncheckedError ? error.message : 'Failed to determine next action, retry.')
        }
      },
    }),
    [preloadView, open, returnFocus, navigate],
  )

  const arrival = useOpenOnArrival(access.open)

  useEffect(
    () =>
      whenLoaded(async () => {
        if (readStorage('openRecording') === null) return
        const { findOpenRecording } = await import('#web/lib/access/open-recording.ts')
        const recording = findOpenRecording()
        if (recording) setOpenItems((before) => ({ recording, ...before }))
      }),
    [],
  )

  // Access to downloaded items is checked on the first page of a visit and when the connection is restored. Refunded items are removed from
  // the offline library.
  useEffect(() => {
    const check = () => {
      if (navigator.onLine && readStorage('keptItems')) prepareClientId()
    }
    check()
    return listen(window, 'online', check)
  }, [])

  return (
    <ItemAccessContext value={access}>
      {children}
      {arrival.opening && <OpeningScreen onClose={arrival.cancel} />}
      {renderOpenItems(openItems, close)}
    </ItemAccessContext>
  )
}

/** Calls a function when the page and its pictures have loaded. A failure to load code for it is ignored. */
function whenLoaded(run: () => Promise<void>): (() => void) | undefined {
  const start = () => void run().catch(() => {})
  if (document.readyState !== 'complete') return listen(window, 'load', start)
  start()
  return undefined
}

/** Restores the focus to the element that had it before, unless the visitor has focused another element in the meantime. */
function restoreFocus(origin: Element | null) {
  const isUnclaimed = document.activeElement !== origin && document.activeElement?.contains(origin)
  if (isUnclaimed && origin instanceof HTMLElement) origin.focus({ preventScroll: true })
}

/** Opens the item named by `location.state.open`, for example after a payment. */
function useOpenOnArrival(open: ItemAccess['open']) {
  const { key, state } = useLocation()
  const [opening, setOpening] = useState(false)
  const request = useRef<AbortController>(null)

  const openOnArrival = useEffectEvent((controller: AbortController) => {
    const product = (state as { open?: ItemKey } | null)?.open
    if (!product) return
    // The history state is cleared, so that a reload or going back does not open the item again. The router stores `location.state` in
    // `usr`.
    history.replaceState({ ...history.state, usr: null }, '')
    // The main element is focused first, so that the focus returns to it when the item is closed.
    document.getElementById('main')?.focus({ preventScroll: true })
    setOpening(true)
    void open(product, controller.signal).finally(() => request.current === controller && setOpening(false))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry is an arrival
  useEffect(() => {
    const controller = new AbortController()
    request.current = controller
    openOnArrival(controller)
    return () => controller.abort()
  }, [key])

  function cancel() {
    request.current?.abort()
    setOpening(false)
  }
  return { opening, cancel }
}
