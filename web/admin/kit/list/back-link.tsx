import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

export function BackLink({ children, ...link }: ComponentProps<typeof Link>) {
  return (
    <Link {...link} className="-ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-base text-soft hover:text-ink">
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}
