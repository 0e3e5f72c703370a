import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** The buttons at the end of a dialog: the last is the one that acts, and comes first on a phone. */
export function DialogActions({ className = 'mt-6', children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}>{children}</div>
}
