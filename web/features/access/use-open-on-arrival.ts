import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ItemAccess, ProductKey } from '#web/lib/access/item-access.ts'

/** Opens what this page was gone to for: whoever led here, such as the checkout, put it into the history entry as `open`. */
export function useOpenOnArrival(openByKey: ItemAccess['openByKey']) {
  const { key, state } = useLocation()
  const [opening, setOpening] = useState(false)
  const asked = useRef<AbortController>(null)

  const arrive = useEffectEvent((controller: AbortController) => {
    const wanted = (state as { open?: ProductKey } | null)?.open
    if (!wanted) return
    // Once: not when the page is loaded again or come back to. The router keeps its state under this name.
    history.replaceState({ ...history.state, usr: null }, '')
    // Where the focus is when the item is closed again.
    document.getElementById('main')?.focus({ preventScroll: true })
    setOpening(true)
    void openByKey(wanted, controller.signal).finally(() => asked.current === controller && setOpening(false))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the arrival
  useEffect(() => {
    const controller = new AbortController()
    asked.current = controller
    arrive(controller)
    return () => controller.abort()
  }, [key])

  function cancel() {
    asked.current?.abort()
    setOpening(false)
  }
  return { opening, cancel }
}
