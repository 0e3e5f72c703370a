import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { type BookPlace, openBookPlace, wordsOf } from '#web/lib/places/book-places.ts'
import { isInEdition, type LocatedPlace, type OpenEdition } from './editions/known-place.ts'

/** Number of page turns after which the visitor is considered to have started over. */
const REREADING_TURNS = 5
/** Least time between two writes in the text, in ms, since reading there is an act with each frame that scrolls. */
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
 * @param located stored place in the edition that is open; `locate` finds one that another browser stored
 * @param bought the book's id; undefined for a book that was not purchased
 */
export function useReadingPlace({
  book: { position, edition },
  page,
  total,
  located,
  locate,
  bought,
}: {
  book: OpenEdition
  page: number
  total: number
  located: LocatedPlace
  locate: () => Promise<LocatedPlace>
  bought: string | undefined
}) {
  const [tracker] = useState(() => {
    const opened = openBookPlace(position)
    opened.showAt(located.place)
    return opened
  })
  const words = useRef<{ page: number; words: string | undefined }>(undefined)
  const [offered, setOffered] = useState(() => tracker.shown())
  const turns = useRef(0)
  const lastPage = useRef(page)
  const savedAt = useRef(0)
  const saveTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHere = offered !== undefined && isInEdition(offered, edition)
  const isOffered = offered !== undefined && (!isHere || offered.page !== page) && offered.page <= total
  const offerFound = useEffectEvent(async () => {
    const { place } = await locate()
    if (place) setOffered(place)
  })
  const { share, shareNow, sync } = useSharedPlace({ book: position, bought, onFound: useCallback(() => offerFound(), []) })

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
    if (!replacesPlace(place, { offered: isOffered ? (isHere ? offered.page : total + 1) : undefined, turns: turns.current })) return
    setOffered(undefined)
    const known = place.text || words.current?.page !== place.page ? undefined : words.current.words
    tracker.act({ ...place, ...(known !== undefined && { words: known }), ...(edition !== undefined && { edition }) })
    const wait = savedAt.current + SAVE_MS - Date.now()
    if (!place.text || wait <= 0 || wait > SAVE_MS) save()
    else saveTimer.current ??= setTimeout(save, wait)
    share()
  }

  /** Adds the words of a page, which are known after the page is visible, to the place. */
  function noteWords(wordsPage: number, found: string | undefined): void {
    words.current = { page: wordsPage, words: found }
    const place = tracker.shown()
    if (found === undefined || !place || place.page !== wordsPage || place.text || place.words !== undefined) return
    tracker.complete({ ...place, words: found })
  }
  const pageWords = () => (words.current?.page === page ? words.current.words : wordsIn(tracker.shown(), page))

  const noteTurn = useEffectEvent(() => lastPage.current !== page && noteRead({ page }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is turned
  useEffect(() => void noteTurn(), [page])

  useEffect(() => {
    function leave() {
      save()
      shareNow()
    }
    /** Offers the place if the book was read in another tab or browser while this tab was hidden. */
    function comeBack() {
      if (tracker.elsewhere()) offerFound().catch(() => {})
      sync()
    }
    const stops = [listen(window, 'pagehide', leave), listen(document, 'visibilitychange', () => (document.hidden ? leave() : comeBack()))]
    return () => {
      for (const stop of stops) stop()
      leave()
    }
  }, [save, shareNow, sync, tracker])

  function dismiss() {
    const shown = tracker.shown()
    tracker.acceptStored()
    tracker.showAt(shown)
    setOffered(undefined)
  }

  return { offer: isOffered ? offered : undefined, dismiss, noteRead, noteWords, pageWords, place: tracker.shown }
}

const wordsIn = (place: BookPlace | undefined, page: number) => (place?.page === page ? wordsOf(place) : undefined)

/**
 * Shares the place in a purchased book with the other browsers of the purchase. `onFound` is called if another browser has shared a
 * newer one; `share` shares this browser's place after a pause, `shareNow` if a pause is pending, and `sync` in any case. Failures are not
 * reported, since the place is also stored locally, and is shared when the line is back.
 */
function useSharedPlace({ book, bought, onFound }: { book: string; bought: string | undefined; onFound: () => Promise<void> }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void>>(undefined)

  /** Synchronizes after the previous request has completed, so that requests of a slow connection don't overtake each other. */
  const sync = useCallback(() => {
    if (!bought) return
    running.current = Promise.all([loadSharing(), running.current])
      .then(([{ syncBookPlace }]) => syncBookPlace(book, bought))
      .then((place) => place && onFound())
      .catch(() => {})
  }, [book, bought, onFound])

  useEffect(() => {
    sync()
    return listen(window, 'online', sync)
  }, [sync])

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

  return { share, shareNow, sync }
}
