import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/**
 * Shows Loading over a skeleton when one is given, so that little moves when the content arrives. It is not announced by
 * itself: a page may have several.
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
