const CONTROLS = 'input, select, textarea, button'

/**
 * Focuses the first field on the page that has an error message, and scrolls the whole field into view. The messages must already be
 * rendered. Returns whether there is an invalid field.
 */
export function focusFirstError(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector('[data-invalid]')
  if (!field) return false
  field.scrollIntoView({ block: 'nearest' })
  // Focusing the control scrolls at least the control into view if the field is taller than the window.
  field.querySelector<HTMLElement>(CONTROLS)?.focus()
  return true
}
