import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scroll position of a list and its opened row, kept while a child route replaces the list. */
export type ListPlace = { scrollY: number; row?: string }

type PlacedList = { place: RefObject<ListPlace>; items: unknown[] }

/** Restores the scroll position after returning from an item's page to the list, and focuses the item's row. */
export function useListPlace({ place, items }: PlacedList) {
  const { state, key } = useLocation()
  const [done, setDone] = useState('')
  const row = (state as { row?: string } | null)?.row ?? place.current.row

  const isFilled = items.length > 0
  useLayoutEffect(() => {
    if (isFilled && place.current.row) window.scrollTo({ top: place.current.scrollY, behavior: 'instant' })
  }, [place, isFilled])

  useLayoutEffect(
    // The rows are still in the document.
    () => () => {
      place.current.scrollY = window.scrollY
    },
    [place],
  )

  useEffect(() => {
    if (!row || done === key || items.length === 0) return
    setDone(key)
    place.current.row = undefined
    document.getElementById(`row-${row}`)?.scrollIntoView({ block: 'nearest' })
    focusRow(row, { preventScroll: true })
  }, [row, key, done, place, items])
}

let lastPlace: RefObject<ListPlace> | undefined

/** Returns the place of a list whose rows open pages that are not child routes. There is one such list. */
export function useKeptPlace(): RefObject<ListPlace> {
  const { state } = useLocation()
  const isReturn = useNavigationType() === 'POP' || (state as { row?: string } | null)?.row !== undefined
  const [place] = useState<RefObject<ListPlace>>(() => (isReturn && lastPlace) || { current: { scrollY: 0 } })
  useEffect(() => {
    lastPlace = place
  }, [place])
  return place
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
