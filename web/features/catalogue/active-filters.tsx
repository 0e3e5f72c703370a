import { TextLink } from '#web/ui/text-link.tsx'
import { countText } from './count-line.tsx'
import type { Filters } from './filters.ts'

/** Names the search of a list that has no search box, and links to the whole list. */
export function ActiveFilters({
  filters: { q, category },
  total,
  noun: [one, many],
  to,
  children,
}: {
  filters: Filters
  total: number
  noun: [string, string]
  /** The list without filters */
  to: string
  /** The label of the link to it */
  children: string
}) {
  return (
    <p className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-rule border-b pb-3">
      <span className="min-w-0 font-semibold text-base tabular-nums [overflow-wrap:anywhere]">
        {countText(total, one, many)}
        {q && ` for “${q}”`}
        {category && ` in ${category}`}
      </span>
      <TextLink to={to}>{children}</TextLink>
    </p>
  )
}
