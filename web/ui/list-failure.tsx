import { useLayoutEffect, useRef } from 'react'
import { useOnline } from '#web/lib/use-online.ts'
import { TryAgain } from './try-again.tsx'

/** Shown in place of a list that could not be fetched. After a retry the focus moves to the list. */
export function ListFailure() {
  const online = useOnline()
  const place = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current?.contains(document.activeElement)) current.parentElement?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <p ref={place} role="alert" className="py-16 text-center">
      {online ? 'The list could not be fetched.' : 'You are offline.'} <TryAgain className="text-link target" />
    </p>
  )
}
