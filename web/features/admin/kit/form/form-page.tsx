import { type ReactNode, useEffect, useRef } from 'react'
import { BackLink } from '#web/features/admin/kit/list/back-link.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'

/** The frame of a form that takes the place of its list. */
export function FormPage({ title, back, children }: { title: string; back: { to: string; label: string }; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-3xl">
      <BackLink to={back.to}>{back.label}</BackLink>
      <PageTitle ref={heading} className="mt-1 mb-6">
        {title}
      </PageTitle>
      {children}
    </div>
  )
}
