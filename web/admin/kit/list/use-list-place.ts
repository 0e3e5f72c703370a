import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Scroll position of a list and its opened row, kept while a child route replaces the list. */
export type ListPlace = { scrollY: number; row?: string }

type PlacedList = { place: RefObject<ListPlace>; items: unknown[] }

/** Restores the scroll position after returning from an item's page to the list, and focuses the item's row. */
export function useListPlace({ place, items }: PlacedList) {
  const { state, key } = useLocation()
  const [done, setDone] = useState('')
  const row = (state as { row?: string } | null)?.row ?? place.current.row

  useLayoutEffect(() => {
    if (place.current.row) window.scrollTo({ top: place.current.scrollY, behavior: 'instant' })
    // The rows are still in the document.
    return () => {
      place.current.scrollY = window.scrollY
    }
  }, [place])

  useEffect(() => {
    if (!row || done === key || items.length === 0) return
    setDone(key)
    place.current.row = undefined
    document.getElementById(`row-${row}`)?.scrollIntoView({ block: 'nearest' })
    focusRow(row, { preventScroll: true })
  }, [row, key, done, place, items])
}

/** Remembers the row whose page is open. */
export function useOpenedRow({ place }: Pick<PlacedList, 'place'>, id: string | undefined) {
  useEffect(() => {
    if (id) place.current.row = id
  }, [place, id])
}

/** Focuses a row, or the page's title if the row is missing: the list may not have been loaded that far. */
export function focusRow(id: string | undefined, options?: FocusOptions): void {
  const row = document.getElementById(`row-${id}`)
  const focused = (row && controlOf(row)) ?? document.querySelector<HTMLElement>('main h1')
  focused?.focus(options)
}

/** Finds the first control of a row, except the name's link, which leads out of the admin area. */
export function controlOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('a:not(.title-link), button')
}
