import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { suggestEmail } from '#web/lib/email-typo.ts'
import { TextField } from './field.tsx'

/** Delay after the last keystroke, since an address resembles others while it is typed. */
const AFTER_MS = 700

/** Field for an email address. Asks about a frequent typing mistake, also of an address that was filled in, but accepts the address. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'onInput'>) {
  const box = useRef<HTMLDivElement>(null)
  const [entries, setEntries] = useState(0)
  const [meant, setMeant] = useState<string>()
  const findInput = () => box.current?.querySelector('input')

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry starts the delay again
  useEffect(() => {
    const timer = setTimeout(() => setMeant(suggestEmail(findInput()?.value ?? '')), AFTER_MS)
    return () => clearTimeout(timer)
  }, [entries])

  function check() {
    setMeant(undefined)
    setEntries((count) => count + 1)
  }

  function accept() {
    const input = findInput()
    if (!input || meant === undefined) return
    // React ignores the event of a value that was set through its own property.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, meant)
    // The form validates its fields again when one changes.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }

  return (
    <div ref={box}>
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
