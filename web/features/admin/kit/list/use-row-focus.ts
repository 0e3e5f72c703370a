import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Coming back from the page of an item, the focus goes to the row of that item. */
export function useRowFocus(items: unknown[]) {
  const { state, key } = useLocation()
  const [done, setDone] = useState('')
  const id = (state as { row?: string } | null)?.row
  useEffect(() => {
    if (!id || done === key || items.length === 0) return
    setDone(key)
    const row = document.getElementById(`row-${id}`)
    row?.scrollIntoView({ block: 'nearest' })
    // It may be further down than the list has been read.
    const target = row?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }, [id, key, done, items])
}
