import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/**
 * Loading text, over a skeleton if one is given, so that little moves when the content arrives. Not announced by itself, since a page may
 * contain several.
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

/** Skeletons in place of the items of a list. */
export function Skeletons({ count, className, children }: { count: number; className?: string; children: ReactNode }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
    <div key={index} className={className}>
      {children}
    </div>
  ))
}
