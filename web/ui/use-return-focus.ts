import { useRef } from 'react'

/**
 * For a dialog without a trigger of its own: closing it returns the focus to the element that had it, or to what `fallback` selects
 * if that is gone.
 */
export function useReturnFocus(fallback = 'main h1') {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // The code that closed it may have moved the focus already.
      if (document.activeElement !== document.body) return
      const known = opener.current?.isConnected && opener.current !== document.body
      const back = known ? opener.current : document.querySelector(fallback)
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
