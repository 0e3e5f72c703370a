import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { suggestEmail } from '#web/lib/email-typo.ts'
import { TextField } from './field.tsx'

/** Delay between the last keystroke and the correction, since an incomplete address often resembles a mistyped one. */
const AFTER_MS = 700

type Question = { meant: string; isHeld?: boolean }

/**
 * Email field that suggests a correction for common typing mistakes, including those in prefilled addresses, but accepts the typed
 * address. If the form is submitted before the suggestion is displayed, the submission is stopped once.
 */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'onInput'>) {
  const box = useRef<HTMLDivElement>(null)
  const [entries, setEntries] = useState(0)
  const [question, setQuestion] = useState<Question>()
  const findInput = () => box.current?.querySelector('input')

  /** Returns the suggested correction for the current address, unless the suggestion is already displayed. */
  function findQuestion(): Question | undefined {
    const meant = suggestEmail(findInput()?.value ?? '')
    return meant === undefined || meant === question?.meant ? undefined : { meant }
  }

  const ask = useEffectEvent(() => setQuestion(findQuestion() ?? question))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry starts the delay again
  useEffect(() => {
    const timer = setTimeout(ask, AFTER_MS)
    return () => clearTimeout(timer)
  }, [entries])

  const hold = useEffectEvent((event: SubmitEvent) => {
    const found = findQuestion()
    if (!found) return setQuestion(question && { meant: question.meant })
    event.preventDefault()
    event.stopPropagation()
    flushSync(() => setQuestion({ ...found, isHeld: true }))
    box.current?.querySelector('button')?.focus()
  })
  useEffect(() => {
    const form = box.current?.closest('form')
    const listener = (event: SubmitEvent) => hold(event)
    // React handles events at the root element, so the form's own submit handler runs after this listener.
    form?.addEventListener('submit', listener)
    return () => form?.removeEventListener('submit', listener)
  }, [])

  function check() {
    setQuestion(undefined)
    setEntries((count) => count + 1)
  }

  function accept() {
    const input = findInput()
    if (!input || !question) return
    // The native setter is called, since React ignores input events after its own `value` property is set.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, question.meant)
    // The input event makes the form validate its fields again.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }

  return (
    <div ref={box}>
      <TextField autoComplete="email" {...props} type="email" onInput={check} />
      <p aria-live="polite" className="text-base">
        {question && (
          <>
            Did you mean{' '}
            <button type="button" onClick={accept} className="min-h-11 text-left text-link [overflow-wrap:anywhere]">
              {question.meant}
            </button>
            ?{question.isHeld && <span className="block">Nothing was sent yet. If your address is right, send the form again.</span>}
          </>
        )}
      </p>
    </div>
  )
}
