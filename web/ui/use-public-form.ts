import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#web/lib/api/field-errors.ts'
import { useOnPageShow } from '#web/lib/browser-events.ts'
import { focusFirstError } from './focus-first-error.ts'
import type { Notice } from './form-notice.tsx'

export type FormValues = Record<string, string>

/** Result of sending a form: field messages, or a text for the whole form. The form stays busy while the browser is `leaving` the page. */
export type Outcome<Field extends string> = { errors?: FieldErrors<Field>; success?: string; failure?: string; leaving?: boolean }

/**
 * State of a public form with uncontrolled fields: error messages, the message about the last outcome, and the action in progress.
 * `validate` returns the errors in the form's values.
 */
export function usePublicForm<Field extends string, Action extends string = 'send'>(validate: (values: FormValues) => FieldErrors<Field>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors<Field>>({})
  const [notice, setNotice] = useState<Notice>()
  const [busy, setBusy] = useState<Action>()

  useOnPageShow(() => setBusy(undefined))

  /** Displays the messages and focuses the first invalid field. Returns whether all fields are valid. */
  function showErrors(found: FieldErrors<Field>): boolean {
    flushSync(() => setErrors(found))
    focusFirstError(form.current)
    return Object.keys(found).length === 0
  }

  /** Runs an action unless an action is already in progress or the form is invalid. `send` must not reject. */
  async function run(action: Action, send: (values: FormValues) => Promise<Outcome<Field>>, check = validate): Promise<void> {
    if (busy || !form.current) return
    const values = readForm(form.current)
    setNotice(undefined)
    if (!showErrors(check(values))) return
    setBusy(action)
    const { errors = {}, success, failure, leaving } = await send(values)
    if (leaving) return
    // The busy state is reset synchronously, since disabled elements can't be focused.
    flushSync(() => setBusy(undefined))
    if (success) setNotice({ kind: 'success', text: success })
    if (failure) setNotice({ kind: 'error', text: failure })
    showErrors(errors)
  }

  /** Returns a submit handler that runs an action. */
  function submits(action: Action, send: (values: FormValues) => Promise<Outcome<Field>>) {
    return (event: FormEvent) => {
      event.preventDefault()
      void run(action, send)
    }
  }

  /** Removes the error messages of fields that are now valid. */
  function recheck() {
    if (Object.keys(errors).length === 0 || !form.current) return
    const found = validate(readForm(form.current))
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([field]) => found[field as Field])) as FieldErrors<Field>)
  }

  return { form, errors, notice, busy, run, submits, recheck }
}

function readForm(form: HTMLFormElement): FormValues {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]))
}
