import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** What became of the order, in the form's place. */
export function StatusPanel({ title, good = false, children }: { title: string; good?: boolean; children: ReactNode }) {
  return (
    <section
      aria-labelledby="status-title"
      className={classNames('animate-unfold border-l-4 bg-paper-2 px-6 py-6 md:px-8 md:py-8', good ? 'border-leaf' : 'border-lamp')}
    >
      <h2 id="status-title" data-status-title tabIndex={-1} className="font-medium text-title-lg outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}
