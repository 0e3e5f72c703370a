import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

/** Calls `open` with the number in the URL's hash, such as 12 in `#page=12`, once each time that such a link is followed. */
export function useOpenAtHash(name: 'page' | 't', open: (at: number) => void): void {
  const { key, hash } = useLocation()
  const openAt = useEffectEvent(open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry is an arrival
  useEffect(() => {
    // The router's hash stays after the URL's hash is removed below.
    const at = location.hash === hash && new RegExp(`^#${name}=(\\d{1,6})$`).exec(hash)?.[1]
    if (!at) return
    // Removes the hash, so that neither a reload nor Back opens the item again.
    history.replaceState(history.state, '', location.pathname + location.search)
    openAt(Number(at))
  }, [key, hash, name])
}
