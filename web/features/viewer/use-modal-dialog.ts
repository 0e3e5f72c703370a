import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/** Where dialogs underneath, which let nothing but themselves scroll, would notice it */
const SCROLLING = ['wheel', 'touchstart', 'touchmove'] as const

/**
 * The properties of a modal `<dialog>` that is open while it is rendered: the browser keeps Tab inside it, and the rest of the page from
 * being read or reached. Its first child gets the focus, which afterwards returns to where it was.
 */
export function useModalDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    dialog.showModal()
    // Not the close button: space and the arrow keys are for the page.
    if (dialog.firstElementChild instanceof HTMLElement) dialog.firstElementChild.focus()
    const keep = (event: Event) => event.stopPropagation()
    for (const type of SCROLLING) dialog.addEventListener(type, keep, { passive: true })
    return () => {
      for (const type of SCROLLING) dialog.removeEventListener(type, keep)
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  /** In a field and in a panel Escape closes only these. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !(event.target instanceof Element)) return
    // The browser would ask the dialog to close.
    event.preventDefault()
    if (!event.target.closest('input, [data-own-keys]')) onClose()
  }

  /** Asked to close by other means than a key, such as a phone's Back. */
  function onCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  return { ref, onKeyDown, onCancel }
}
