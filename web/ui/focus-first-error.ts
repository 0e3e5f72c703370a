const CONTROLS = 'input, select, textarea, button'

/**
 * Focuses the first field with an error message, in the order of the page, and scrolls the whole field into view. The messages must already
 * be rendered. Returns whether there was such a field.
 */
export function focusFirstError(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector('[data-invalid]')
  if (!field) return false
  field.scrollIntoView({ block: 'nearest' })
  // If the field is taller than the window, focusing scrolls at least the control into view.
  field.querySelector<HTMLElement>(CONTROLS)?.focus()
  return true
}
