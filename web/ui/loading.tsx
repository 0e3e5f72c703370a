import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/**
 * Loading message, over a skeleton if there is one, so that the layout hardly shifts when the content arrives. Screen readers don't
 * announce the message, since a page may contain several.
 */
export function Loading({ children }: { children?: ReactNode }) {
  return (
    <div className="relative">
      {children && (
        <div aria-hidden className="pointer-events-none animate-pulse opacity-70">
          {children}
        </div>
      )}
      <p
        className={
          children
            ? 'absolute inset-x-0 top-24 flex items-center justify-center gap-3 font-semibold'
            : 'flex items-center justify-center gap-3 py-24 font-semibold'
        }
      >
        <Spinner className="text-lamp" />
        Loading
      </p>
    </div>
  )
}

/** Skeletons in place of list items. */
export function Skeletons({ count, className, children }: { count: number; className?: string; children: ReactNode }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
    <div key={index} className={className}>
      {children}
    </div>
  ))
}
