import { useRef } from 'react'

/**
 * For a dialog that opens by a state rather than a trigger of its own: closing it gives the focus back to what had it, or to what
 * `fallback` selects when nothing had it or that is gone.
 */
export function useReturnFocus(fallback = 'main h1') {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // Whoever closed it may have said already where the focus goes.
      if (document.activeElement !== document.body) return
      const known = opener.current?.isConnected && opener.current !== document.body
      const back = known ? opener.current : document.querySelector(fallback)
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
