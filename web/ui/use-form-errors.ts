import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Errors = Record<string, string | undefined>

/** Returns the state of a form's error messages. `validate` returns the errors of its values. */
export function useFormErrors<Found extends Errors>(validate: (values: Record<string, string>) => Found) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState({} as Found)

  /** Displays the messages and focuses the first invalid field. Returns whether all fields are valid. */
  function showErrors(found: Found): boolean {
    flushSync(() => setErrors(found))
    focusFirstError(form.current)
    return Object.keys(found).length === 0
  }

  const values = () => (form.current ? readForm(form.current) : {})

  /** Removes the messages of fields that are valid now. */
  function recheck() {
    if (Object.keys(errors).length === 0) return
    const found = validate(values())
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([field]) => found[field])) as Found)
  }

  return { form, errors, values, showErrors, recheck }
}

export function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]))
}

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
