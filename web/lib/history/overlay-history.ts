import { useEffect, useEffectEvent } from 'react'
import { createPath, useLocation } from 'react-router'

/*
 * Each overlay has an entry in the browser's history, so that Back closes it. To the router these entries are the page's own, and it
 * does not see the steps between them (docs/decisions/0027).
 */

/** The open overlays, the topmost last */
const overlays: { close: () => void }[] = []
/** Whether a step back of our own is under way */
let isGoingBack = false
/** The router's current entry, in layouts that have overlays */
let currentPage: { key: string; href: string } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Called once the entries match the overlays, since two steps at once may arrive as one. */
const waiting: (() => void)[] = []

/** While `open`, the phone's Back calls `onClose` instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (open ? addOverlay(() => close()) : undefined), [open])
}

/** For layouts that have overlays: registers the page on which Back and Forward stay. */
export function useRegisterPage(): void {
  const location = useLocation()
  useEffect(() => {
    currentPage = { key: location.key, href: new URL(createPath(location), window.location.origin).href }
    syncHistory()
    return () => {
      currentPage = undefined
    }
  }, [location])
}

export const getCurrentPage = () => currentPage

/** The router's key of the browser's current entry */
export const currentEntryKey = (): string => history.state?.key ?? 'default'

/** Calls back at once, or when the entries of closed overlays are gone. */
export function afterOverlays(callback: () => void): void {
  if (isGoingBack || timer !== undefined) waiting.push(callback)
  else callback()
}

/** Has to be called before the router adds its own listener, since listeners run in order. */
export function interceptPopstate(): void {
  window.addEventListener('popstate', (event) => {
    const wasOurs = isGoingBack
    const isAmongOverlays = wasOurs || overlays.length > 0 || countEntries() > 0
    // The router would load the page's data again, and without a connection has none. Without overlays the event is the router's: it
    // may have started to load another page, which is not shown yet.
    if (isAmongOverlays && currentPage && currentEntryKey() === currentPage.key && location.href === currentPage.href)
      event.stopImmediatePropagation()
    isGoingBack = false
    if (!wasOurs) for (const { close } of overlays.slice(countEntries())) close()
    if (wasOurs || countEntries() > overlays.length) syncHistory()
  })
}

function addOverlay(close: () => void) {
  const overlay = { close }
  overlays.push(overlay)
  syncHistory()
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1)
    syncHistory()
  }
}

/** Makes the entries match the overlays, after a timeout, since one overlay often replaces another. Also skips entries left by a reload. */
function syncHistory(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    if (isGoingBack) return
    const surplus = countEntries() - overlays.length
    if (surplus > 0) {
      isGoingBack = true
      history.go(-surplus)
    }
    // The router's own state stays: to it this is the same entry.
    for (let missing = surplus; missing < 0; missing++) history.pushState({ ...history.state, overlays: countEntries() + 1 }, '')
    if (!isGoingBack) for (const callback of waiting.splice(0)) callback()
  })
}

/** How many entries of overlays lie between here and the page; kept over a reload. */
function countEntries(): number {
  return (history.state as { overlays?: number } | null)?.overlays ?? 0
}
