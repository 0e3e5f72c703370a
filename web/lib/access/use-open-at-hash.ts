import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

/** Calls `open` with the number in the URL's hash, such as 12 in `#page=12`, once for each navigation to a URL with such a hash. */
export function useOpenAtHash(name: 'page' | 't', open: (at: number) => void): void {
  const { key, hash } = useLocation()
  const openAt = useEffectEvent(open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry is an arrival
  useEffect(() => {
    // The hash is compared with the actual URL, since the router's location still contains the hash after its removal below.
    const at = location.hash === hash && new RegExp(`^#${name}=(\\d{1,6})$`).exec(hash)?.[1]
    if (!at) return
    // The hash is removed from the URL, so that neither a reload nor Back opens the item again.
    history.replaceState(history.state, '', location.pathname + location.search)
    openAt(Number(at))
  }, [key, hash, name])
}
