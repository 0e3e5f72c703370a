import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/** Scroll events that must not reach the dialogs below, which block scrolling outside themselves */
const SCROLLING = ['wheel', 'touchstart', 'touchmove'] as const

/**
 * Returns the properties of a modal `<dialog>` that is open while it is rendered: the browser keeps Tab inside it and makes the rest of the
 * page inert. Its first child receives the focus, which returns to the previous element on close.
 */
export function useModalDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    dialog.showModal()
    // Focuses the content instead of the close button: space and the arrow keys control the page.
    if (dialog.firstElementChild instanceof HTMLElement) dialog.firstElementChild.focus()
    const keep = (event: Event) => event.stopPropagation()
    for (const type of SCROLLING) dialog.addEventListener(type, keep, { passive: true })
    return () => {
      for (const type of SCROLLING) dialog.removeEventListener(type, keep)
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  /** Closes on Escape, except in a field or panel, where Escape closes only that. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !(event.target instanceof Element)) return
    // The browser would fire the dialog's cancel event.
    event.preventDefault()
    if (!event.target.closest('input, [data-own-keys]')) onClose()
  }

  /** Handles close requests other than keys, such as a phone's Back button. */
  function onCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  return { ref, onKeyDown, onCancel }
}
