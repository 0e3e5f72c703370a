import { Link } from 'react-router'
import type { CountedKind } from '#contracts/admin/statistics.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { fetchItemStatistics } from './statistics-api.ts'

/** Line above an item's form with the item's figures of the last 30 days and a link to its statistics. */
export function ItemSummary({ kind, id }: { kind: CountedKind; id: string }) {
  const { value } = useFetched(`${kind} ${id}`, (signal) => fetchItemStatistics({ kind, id }, 'month', { signal }))
  return (
    <p className="-mt-3 mb-6 flex flex-wrap items-center gap-x-4 text-base text-soft">
      {/* The text has the height of a line even while loading, so that the form does not shift. */}
      <span className="tabular-nums">{typeof value === 'string' ? WORDS[value] : describe(kind, value.total)}</span>
      <Link to={`/admin/statistics/${kind}/${id}`} className="inline-flex min-h-11 items-center text-link">
        Statistics
      </Link>
    </p>
  )
}

const WORDS = { loading: 'The last 30 days', failed: 'The last 30 days', missing: 'The last 30 days' }

function describe(kind: CountedKind, { viewed, opened, bought }: { viewed: number; opened: number; bought: number }): string {
  const parts = [
    pluralize(viewed, 'page view'),
    kind !== 'author' && `${opened.toLocaleString('en')} ${kind === 'book' ? 'opened' : 'started'}`,
    bought > 0 && `${bought.toLocaleString('en')} bought`,
  ]
  return `The last 30 days: ${parts.filter(Boolean).join(', ')}`
}
