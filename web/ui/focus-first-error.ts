const CONTROLS = 'input, select, textarea, button'

/**
 * Moves the focus to the first field of the form that says what is wrong with it, in the order of the page, and brings the whole
 * field into view: its label, its control and its message, which has to be on the page already. Answers whether there was one.
 */
export function focusFirstError(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector('[data-invalid]')
  if (!field) return false
  field.scrollIntoView({ block: 'nearest' })
  // A field taller than the window can't be seen whole; the browser brings at least the control into view.
  field.querySelector<HTMLElement>(CONTROLS)?.focus()
  return true
}
