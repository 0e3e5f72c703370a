import type { ReactNode } from 'react'
import { Callout } from '#web/ui/callout.tsx'

/** Status of the order, displayed instead of the payment form. */
export function StatusPanel({ title, good = false, children }: { title: string; good?: boolean; children: ReactNode }) {
  return (
    <Callout
      as="section"
      tone={good ? 'success' : 'info'}
      aria-labelledby="status-title"
      className="animate-unfold px-6 py-6 md:px-8 md:py-8"
    >
      <h2 id="status-title" data-status-title tabIndex={-1} className="font-medium text-title-lg outline-none">
        {title}
      </h2>
      {children}
    </Callout>
  )
}
