import { useLayoutEffect, useRef } from 'react'
import { useOnline } from '#web/lib/use-online.ts'
import { TryAgain } from './try-again.tsx'

/** Stands where the list would, when it could not be had. Whoever tried again from here goes on where the list then stands. */
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
