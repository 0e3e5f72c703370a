import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type Notice = { kind: 'success' | 'error'; text: string }

/** Result message of a submitted form. With `focusOnMount` as its ref, the message is focused, so that screen readers announce it. */
export function FormNotice({ notice: { kind, text }, ref }: { notice: Notice; ref?: Ref<HTMLParagraphElement> }) {
  const Icon = kind === 'success' ? CircleCheck : CircleAlert
  return (
    <p
      ref={ref}
      tabIndex={-1}
      role={kind === 'success' ? 'status' : 'alert'}
      className={classNames(
        'flex animate-unfold gap-3 rounded-control border-l-4 bg-white px-4 py-3.5 font-semibold leading-snug',
        kind === 'success' ? 'border-leaf text-leaf' : 'border-brick text-brick',
      )}
    >
      <Icon aria-hidden className="mt-px size-6 shrink-0" />
      {text}
    </p>
  )
}

/** Ref callback that focuses an element when it is mounted. */
export function focusOnMount(element: HTMLElement | null) {
  element?.focus()
}
