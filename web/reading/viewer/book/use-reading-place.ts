import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { type BookPlace, openBookPlace } from '#web/lib/places/book-places.ts'

/** Number of page turns after which the visitor is considered to have started over. */
const REREADING_TURNS = 5
/** Least time between two writes, in ms, since reading in the text is an act with each frame that scrolls. */
const SAVE_MS = 400
/** Delay before a place is shared, in ms, so that only the last of several quickly turned pages is shared. */
const SETTLE_MS = 3000

const loadSharing = () => import('#web/lib/places/shared-book-place.ts')

/**
 * Returns whether a place that the reader moved to replaces the stored place. Page 1 in the page view never does, since every book opens
 * there. While the page of the previous visit is offered, the place changes only if the reader passes that page or has started over.
 */
export function replacesPlace({ page, text }: BookPlace, { offered, turns }: { offered: number | undefined; turns: number }): boolean {
  if (page <= 1 && !text) return false
  return offered === undefined || page >= offered || turns >= REREADING_TURNS
}

/**
 * Stores the place of the reader: each page that was turned to, and the positions passed to `noteRead`. Returns the place of the previous
 * visit while it is worth offering; for a purchased book, this is the latest place of all browsers that share the purchase.
 * @param bought the book's id; undefined for a book that was not purchased
 */
export function useReadingPlace({ book, page, total, bought }: { book: string; page: number; total: number; bought: string | undefined }) {
  const [tracker] = useState(() => openBookPlace(book))
  const [offered, setOffered] = useState(() => tracker.shown())
  const turns = useRef(0)
  const lastPage = useRef(page)
  const savedAt = useRef(0)
  const saveTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOffered = offered !== undefined && offered.page !== page && offered.page <= total
  const { share, shareNow } = useSharedPlace({ book, bought, onFound: setOffered })

  const save = useCallback(() => {
    clearTimeout(saveTimer.current)
    saveTimer.current = undefined
    savedAt.current = Date.now()
    tracker.save()
  }, [tracker])

  /** Called when the reader moved to a place. Views that are only laid out again don't call it. */
  function noteRead(place: BookPlace): void {
    if (lastPage.current !== place.page) turns.current += 1
    lastPage.current = place.page
    if (!replacesPlace(place, { offered: isOffered ? offered.page : undefined, turns: turns.current })) return
    setOffered(undefined)
    tracker.act(place)
    const wait = savedAt.current + SAVE_MS - Date.now()
    if (wait <= 0 || wait > SAVE_MS) save()
    else saveTimer.current ??= setTimeout(save, wait)
    share()
  }

  const noteTurn = useEffectEvent(() => lastPage.current !== page && noteRead({ page }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is turned
  useEffect(() => void noteTurn(), [page])

  useEffect(() => {
    function leave() {
      save()
      shareNow()
    }
    const stops = [listen(window, 'pagehide', leave), listen(document, 'visibilitychange', () => document.hidden && leave())]
    return () => {
      for (const stop of stops) stop()
      leave()
    }
  }, [save, shareNow])

  function dismiss() {
    tracker.acceptStored()
    setOffered(undefined)
  }

  return { offer: isOffered ? offered : undefined, dismiss, noteRead, place: tracker.shown }
}

/**
 * Shares the place in a purchased book with the other browsers of the purchase. `onFound` receives the place if another browser has shared
 * a newer one; `share` shares this browser's place after a pause, `shareNow` if a pause is pending. Failures are not reported, since the
 * place is also stored locally.
 */
function useSharedPlace({ book, bought, onFound }: { book: string; bought: string | undefined; onFound: (place: BookPlace) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void>>(undefined)

  /** Synchronizes after the previous request has completed, so that requests of a slow connection don't overtake each other. */
  const sync = useCallback(() => {
    if (!bought) return
    running.current = Promise.all([loadSharing(), running.current])
      .then(([{ syncBookPlace }]) => syncBookPlace(book, bought))
      .then((place) => place && onFound(place))
      .catch(() => {})
  }, [book, bought, onFound])

  useEffect(() => sync(), [sync])

  const shareNow = useCallback(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    if (navigator.onLine) sync()
  }, [sync])

  const share = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(shareNow, SETTLE_MS)
  }, [shareNow])

  return { share, shareNow }
}
