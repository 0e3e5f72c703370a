import { type ComponentProps, type InputEvent, useEffect, useRef, useState } from 'react'
import { suggestEmail } from '#web/lib/email-typo.ts'
import { TextField } from './field.tsx'

/** Delay after the last keystroke, since an address resembles others while it is typed. */
const AFTER_MS = 700

/** Field for an email address. Asks about a frequent typing mistake, but accepts the address. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'onInput'>) {
  const input = useRef<HTMLInputElement>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [meant, setMeant] = useState<string>()
  useEffect(() => () => clearTimeout(timer.current), [])

  function check(event: InputEvent<HTMLInputElement>) {
    input.current = event.currentTarget
    setMeant(undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setMeant(suggestEmail(input.current?.value ?? '')), AFTER_MS)
  }

  function accept() {
    if (!input.current || meant === undefined) return
    // React ignores the event of a value that was set through its own property.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input.current, meant)
    // The form validates its fields again when one changes.
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    input.current.focus()
  }

  return (
    <div>
      <TextField autoComplete="email" {...props} type="email" onInput={check} />
      <p aria-live="polite" className="text-base">
        {meant !== undefined && (
          <>
            Did you mean{' '}
            <button type="button" onClick={accept} className="min-h-11 text-left text-link [overflow-wrap:anywhere]">
              {meant}
            </button>
            ?
          </>
        )}
      </p>
    </div>
  )
}
