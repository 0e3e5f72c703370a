import type { FocusEvent } from 'react'
import { useRef } from 'react'

/**
 * For a dialog without a trigger of its own: closing it returns the focus to the element that had it, or to what `fallback` selects
 * if that is gone. If that stood in another dialog that closed too, the other one returns the focus.
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
      // The code that closed it may have moved the focus already.
      if (document.activeElement !== document.body) return
      if (parentDialog.current?.isConnected === false) return
      const known = opener.current?.isConnected && opener.current !== document.body
      const back = known ? opener.current : document.querySelector(fallback)
      if (back instanceof HTMLElement) back.focus()
    },
  }
}

/** For dialogs that scroll: Radix wraps the focus from the end to the beginning without scrolling there. */
export function scrollFocusedIntoView({ target, currentTarget }: FocusEvent) {
  if (target !== currentTarget) target.scrollIntoView({ block: 'nearest' })
}
