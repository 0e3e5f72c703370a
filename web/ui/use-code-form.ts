import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CodeErrors, toCodeErrors } from '#web/lib/email-codes/code-errors.ts'
import { focusFirstError } from './focus-first-error.ts'

/** What the forms of codes have in common: one thing is done at a time, and why it could not be is said at its place. */
export function useCodeForm<Work extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<CodeErrors>({})
  const [busy, setBusy] = useState<Work>()

  function refuse(next: CodeErrors) {
    flushSync(() => setRefusal(next))
    focusFirstError(form.current)
  }

  /** Does it unless something is under way or wrong already. */
  async function run(what: Work, found: CodeErrors, work: () => Promise<void>): Promise<void> {
    if (busy) return
    if (Object.keys(found).length > 0) return refuse(found)
    setRefusal({})
    setBusy(what)
    try {
      await work()
      setBusy(undefined)
    } catch (error) {
      // What is busy can't have the focus.
      flushSync(() => setBusy(undefined))
      refuse(toCodeErrors(error))
    }
  }

  const onSubmit = (submit: (values: Record<string, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(readForm(event.currentTarget))
  }
  const values = () => (form.current ? readForm(form.current) : {})
  return { form, refusal, busy, run, onSubmit, values }
}

function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]))
}
