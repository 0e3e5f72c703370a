import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Errors = Record<string, string | undefined>

/** The messages beside a form's fields. `validate` says what is wrong with its values. */
export function useFormErrors<Found extends Errors>(validate: (values: Record<string, string>) => Found) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState({} as Found)

  /** Shows the messages and moves the focus to the first wrong field. Returns whether there was none. */
  function showErrors(found: Found): boolean {
    flushSync(() => setErrors(found))
    focusFirstError(form.current)
    return Object.keys(found).length === 0
  }

  const values = () => (form.current ? readForm(form.current) : {})

  /** Removes the messages of fields that are right by now. */
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
