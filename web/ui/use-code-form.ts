import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CodeErrors, toCodeErrors } from '#web/lib/email-codes/code-errors.ts'
import { readForm, useFormErrors } from './use-form-errors.ts'

/** The state of a form of e-mail codes: one action at a time, and the messages of what it refused. */
export function useCodeForm<Action extends string>() {
  const { form, errors, values, showErrors } = useFormErrors<CodeErrors>(() => ({}))
  const [busy, setBusy] = useState<Action>()

  /** Runs the action unless another is under way or the form is wrong. */
  async function run(action: Action, found: CodeErrors, work: () => Promise<void>): Promise<void> {
    if (busy || !showErrors(found)) return
    setBusy(action)
    try {
      await work()
      setBusy(undefined)
    } catch (error) {
      // What is busy can't have the focus.
      flushSync(() => setBusy(undefined))
      showErrors(toCodeErrors(error))
    }
  }

  const onSubmit = (submit: (values: Record<string, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(readForm(event.currentTarget))
  }
  return { form, errors, busy, run, onSubmit, values }
}
