import type { ReactNode } from 'react'

/** Replaces the page when there is no order to show. */
export function CheckoutNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap min-h-[60svh] pt-28 pb-20 md:pt-40 md:pb-28">
      <h1 className="max-w-[18em] text-headline-sm">{title}</h1>
      <div className="mt-5 max-w-[40rem] md:text-xl">{children}</div>
    </div>
  )
}
