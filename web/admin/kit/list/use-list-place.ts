import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scroll position and last opened row of a list, stored while a child route replaces the list. */
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
    // The scroll position is read in the cleanup of a layout effect, when the rows are still in the document.
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

/** Returns the stored position of a list whose rows link to pages outside its child routes. Only one list may use this hook. */
export function useKeptPlace(): RefObject<ListPlace> {
  const { state } = useLocation()
  const isReturn = useNavigationType() === 'POP' || (state as { row?: string } | null)?.row !== undefined
  const [place] = useState<RefObject<ListPlace>>(() => (isReturn && lastPlace) || { current: { scrollY: 0 } })
  useEffect(() => {
    lastPlace = place
  }, [place])
  return place
}

/** Stores the row whose page is open. */
export function useOpenedRow({ place }: Pick<PlacedList, 'place'>, id: string | undefined) {
  useEffect(() => {
    if (id) place.current.row = id
  }, [place, id])
}

/** Focuses a row, or the page's title if the row is missing, since the list may not be loaded far enough. */
export function focusRow(id: string | undefined, options?: FocusOptions): void {
  const row = document.getElementById(`row-${id}`)
  const focused = (row && controlOf(row)) ?? document.querySelector<HTMLElement>('main h1')
  focused?.focus(options)
}

/** Returns the first control of a row. The link of the name is skipped, since it leads out of the admin area. */
export function controlOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('a:not(.title-link), button')
}
