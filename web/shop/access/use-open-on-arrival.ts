import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ItemAccess, ItemKey } from '#web/lib/access/item-access.ts'

/** Opens the item named by `location.state.open`, for example after a payment. */
export function useOpenOnArrival(open: ItemAccess['open']) {
  const { key, state } = useLocation()
  const [opening, setOpening] = useState(false)
  const request = useRef<AbortController>(null)

  const openOnArrival = useEffectEvent((controller: AbortController) => {
    const product = (state as { open?: ItemKey } | null)?.open
    if (!product) return
    // Cleared so that a reload or going back does not open the item again. The router stores `location.state` in `usr`.
    history.replaceState({ ...history.state, usr: null }, '')
    // The focus returns to the main element when the item is closed.
    document.getElementById('main')?.focus({ preventScroll: true })
    setOpening(true)
    void open(product, controller.signal).finally(() => request.current === controller && setOpening(false))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry is an arrival
  useEffect(() => {
    const controller = new AbortController()
    request.current = controller
    openOnArrival(controller)
    return () => controller.abort()
  }, [key])

  function cancel() {
    request.current?.abort()
    setOpening(false)
  }
  return { opening, cancel }
}
