import { useEffect, useEffectEvent } from 'react'

/* Each overlay has its own entry in the browser's history, so that Back closes the overlay. The router regards these entries as the page's
   own and does not see navigation between them. An overlay that is closed by other means leaves its history entry behind: removing the
   entry would require going back, which is asynchronous and cancels a navigation started in the meantime. The next overlay or page reuses
   the entry, and Back skips it (docs/decisions/0027). */

/** Position data in the state of each history entry, stored next to the router's own data */
type Entry = {
  /** Index of the entry in the session history. */
  position: number
  /** Position of the page's own entry. The entries between `base` and `position` belong to overlays. */
  base: number
  /** Position of the first history entry in the unbroken sequence of entries, ending with this entry, that display the same page. */
  floor: number
  /** Position of the first history entry of the page that was open before this page (its `floor`) */
  before: number
}

/** `location.state` of a page that replaces a page opened from it, such as a list after its form is closed: Back skips the entry below. */
export const RETURNED = { returned: true }

/** Open overlays in stacking order, topmost last */
const overlays: { close: () => void }[] = []
let current: Entry = { position: 0, base: 0, floor: 0, before: 0 }
let push: History['pushState']

/** Makes Back call `onClose` instead of leaving the page, while `open` is true. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const overlay = { close: () => close() }
    overlays.push(overlay)
    // History entries are added in a microtask, since one overlay often replaces another in the same commit.
    queueMicrotask(addMissingEntries)
    return () => void overlays.splice(overlays.indexOf(overlay), 1)
  }, [open])
}

/** Tracks history entries. Must be called before the router adds its own listener, since listeners run in the order of registration. */
export function trackHistory(): void {
  current = readEntry()
  push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)

  history.replaceState = (state, unused, url) => {
    const returned = state?.usr?.returned === true
    // A state without a position is from the router and belongs to a new page. A state with a position modifies the current entry.
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
    // Events for navigation within the same page are stopped, since the router would load the page's data again, which fails offline.
    if (current.base === left.base && current.position !== left.position) event.stopImmediatePropagation()
    const staysOnPage = current.position < left.position && current.position >= left.floor
    const isCovered = overlays.length > 0
    for (const { close } of overlays.slice(staysOnPage ? Math.min(entries, overlays.length - 1) : entries)) close()
    if (staysOnPage && !isCovered) history.go(left.floor - 1 - current.position)
  })
}

/** Returns the position data of the browser's current history entry. */
function readEntry(): Entry {
  const { position, base, floor, before } = { ...current, ...(history.state as Partial<Entry> | null) }
  return { position, base, floor, before }
}

function addMissingEntries(): void {
  while (current.position - current.base < overlays.length) {
    current = { ...current, position: current.position + 1 }
    // The router's own state is copied, so that the router regards the new entry as the same page.
    push({ ...history.state, ...current }, '')
  }
}
