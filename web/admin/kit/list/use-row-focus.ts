import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Focuses the row of an item after returning from the item's page to the list. */
export function useRowFocus(items: unknown[]) {
  const { state, key } = useLocation()
  const [done, setDone] = useState('')
  const id = (state as { row?: string } | null)?.row
  useEffect(() => {
    if (!id || done === key || items.length === 0) return
    setDone(key)
    document.getElementById(`row-${id}`)?.scrollIntoView({ block: 'nearest' })
    focusRow(id, { preventScroll: true })
  }, [id, key, done, items])
}

/** Focuses a row, or the page's title if the row is missing: the list may not have been loaded that far. */
export function focusRow(id: string | undefined, options?: FocusOptions): void {
  // Excludes the name's link, which leads out of the admin area.
  const target = document.getElementById(`row-${id}`)?.querySelector<HTMLElement>('a:not(.title-link), button')
  const focused = target ?? document.querySelector<HTMLElement>('main h1')
  focused?.focus(options)
}
