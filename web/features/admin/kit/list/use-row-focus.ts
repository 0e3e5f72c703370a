import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Focuses the row of an item after its page was left for the list. */
export function useRowFocus(items: unknown[]) {
  const { state, key } = useLocation()
  const [done, setDone] = useState('')
  const id = (state as { row?: string } | null)?.row
  useEffect(() => {
    if (!id || done === key || items.length === 0) return
    setDone(key)
    const row = document.getElementById(`row-${id}`)
    row?.scrollIntoView({ block: 'nearest' })
    // The row may be further down than the list has been loaded.
    const target = row?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }, [id, key, done, items])
}
