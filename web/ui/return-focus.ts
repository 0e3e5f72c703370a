import { useRef } from 'react'

/** For a dialog that opens by a state rather than a trigger of its own: closing it gives the focus back to what had it, or to the page's title when that is gone. */
export function useReturnFocus() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const back = opener.current?.isConnected ? opener.current : document.querySelector('main h1')
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
