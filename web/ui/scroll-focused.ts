import type { FocusEvent } from 'react'

/** For dialogs that scroll: Radix wraps the focus from the end to the beginning without scrolling there. */
export function scrollFocusedIntoView({ target, currentTarget }: FocusEvent) {
  if (target !== currentTarget) target.scrollIntoView({ block: 'nearest' })
}
