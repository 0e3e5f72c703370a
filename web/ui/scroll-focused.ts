import type { FocusEvent } from 'react'

/** For a dialog that scrolls: where the focus goes round from its end to its beginning, Radix moves it without scrolling there. */
export function scrollFocusedIntoView({ target, currentTarget }: FocusEvent) {
  if (target !== currentTarget) target.scrollIntoView({ block: 'nearest' })
}
