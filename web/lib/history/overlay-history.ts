import { useEffect, useEffectEvent } from 'react'

/*
 * Each overlay has an entry in the browser's history, so that Back closes the overlay. The router takes these entries for the page's own
 * and does not see the steps between them. An overlay that is closed by other means leaves its entry behind: removing the entry would take
 * a step back, which is asynchronous and cancels a navigation started in the meantime. The next overlay or page takes over the entry, and
 * Back skips it (docs/decisions/0027).
 */

/** Stored in the state of each entry, beside the router's own */
type Entry = {
  /** Number of the entry in this session history. */
  position: number
  /** Position of the page's own entry; the entries between that position and this one belong to overlays. */
  base: number
  /** Lowest position of the entries directly below that display the same page. */
  floor: number
  /** The floor of the page from which this page was opened. */
  before: number
}

/** `location.state` of a page that replaces the page opened from it, such as a list whose form is closed: Back skips the entry below. */
export const RETURNED = { returned: true }

/** The open overlays, with the topmost last */
const overlays: { close: () => void }[] = []
let current: Entry = { position: 0, base: 0, floor: 0, before: 0 }
let push: History['pushState']

/** While `open`, Back calls `onClose` instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const overlay = { close: () => close() }
    overlays.push(overlay)
    // In a microtask, since one overlay often replaces another in the same commit.
    queueMicrotask(addMissingEntries)
    return () => void overlays.splice(overlays.indexOf(overlay), 1)
  }, [open])
}

/** Must be called before the router adds its own listener, since listeners run in order. */
export function trackHistory(): void {
  current = readEntry()
  push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)

  history.replaceState = (state, unused, url) => {
    const returned = state?.usr?.returned === true
    // Callers that change an entry preserve its state; the router creates a new state.
    if (state?.position === undefined) current = { ...current, base: current.position, floor: returned ? current.before : current.floor }
    replace({ ...state, ...current }, unused, url)
  }

  history.pushState = (state, unused, url) => {
    const takesOver = current.position - current.base > overlays.length
    const position = current.position + (takesOver ? 0 : 1)
    current = { position, base: position, floor: position, before: current.floor }
    const add = takesOver ? replace : push
    add({ ...state, ...current }, unused, url)
  }

  window.addEventListener('popstate', (event) => {
    const left = current
    current = readEntry()
    const entries = current.position - current.base
    // Otherwise the router would load the page's data again, which fails offline.
    if (current.base === left.base && current.position !== left.position) event.stopImmediatePropagation()
    const staysOnPage = current.position < left.position && current.position >= left.floor
    const isCovered = overlays.length > 0
    for (const { close } of overlays.slice(staysOnPage ? Math.min(entries, overlays.length - 1) : entries)) close()
    if (staysOnPage && !isCovered) history.go(left.floor - 1 - current.position)
  })
}

/** Returns the browser's current entry, without the router's own state. */
function readEntry(): Entry {
  const { position, base, floor, before } = { ...current, ...(history.state as Partial<Entry> | null) }
  return { position, base, floor, before }
}

function addMissingEntries(): void {
  while (current.position - current.base < overlays.length) {
    current = { ...current, position: current.position + 1 }
    // The router's own state stays, so that the router takes this for the same entry.
    push({ ...history.state, ...current }, '')
  }
}
