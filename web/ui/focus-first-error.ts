const CONTROLS = 'input, select, textarea, button'

/**
 * Moves the focus to the first field with an error message, in the order of the page, and scrolls the whole
 * field into view. The messages must be on the page already. Returns whether there was one.
 */
export function focusFirstError(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector('[data-invalid]')
  if (!field) return false
  field.scrollIntoView({ block: 'nearest' })
  // Where the field is taller than the window, the focus scrolls at least the control into view.
  field.querySelector<HTMLElement>(CONTROLS)?.focus()
  return true
}
