import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Underlined link in the accent color, used beside titles and in running text. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link target text-base">
      {children}
    </Link>
  )
}
