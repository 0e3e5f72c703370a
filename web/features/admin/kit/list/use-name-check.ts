import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusFirstError } from '#web/ui/focus-first-error.ts'

export type NameCheck = ReturnType<typeof useNameCheck>

/** Asks for a name to be typed before something is done to what is called so. */
export function useNameCheck(name: string) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  /** Whether the name was typed; if not, the field says so. */
  function passes() {
    if (fold(typed) === fold(name)) return true
    flushSync(() => setError(`Type “${name}” to delete this account.`))
    focusFirstError(form.current)
    return false
  }

  function clear() {
    setTyped('')
    setError(undefined)
  }

  return { form, name, typed, setTyped, error, passes, clear }
}

function fold(name: string) {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
