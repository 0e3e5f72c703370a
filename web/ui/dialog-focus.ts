import type { FocusEvent } from 'react'
import { useRef } from 'react'

/**
 * Returns the focus handlers for a dialog without a trigger of its own: closing it focuses the element that was focused before, or the
 * `fallback` selector's element if that one was removed. If the element was in another dialog that closed too, that dialog returns the
 * focus.
 */
export function useReturnFocus(fallback = 'main h1') {
  const opener = useRef<Element>(null)
  const parentDialog = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
      parentDialog.current = document.activeElement?.closest('[role=dialog], dialog') ?? null
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // The code that closed the dialog may already have moved the focus.
      if (document.activeElement !== document.body) return
      if (parentDialog.current?.isConnected === false) return
      const known = opener.current?.isConnected && opener.current !== document.body
      const back = known ? opener.current : document.querySelector(fallback)
      if (back instanceof HTMLElement) back.focus()
    },
  }
}

/** Focus handler for dialogs that scroll: Radix wraps the focus from the end to the beginning without scrolling there. */
export function scrollFocusedIntoView({ target, currentTarget }: FocusEvent) {
  if (target !== currentTarget) target.scrollIntoView({ block: 'nearest' })
}
