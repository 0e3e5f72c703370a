import type { ReactNode, Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** Title of an admin page, which is focused when the page changes. */
export function PageTitle({ ref, className, children }: { ref?: Ref<HTMLHeadingElement>; className?: string; children: ReactNode }) {
  return (
    <h1 ref={ref} tabIndex={-1} className={classNames('text-title-lg outline-none md:text-title-xl', className)}>
      {children}
    </h1>
  )
}
