import { Link } from 'react-router'
import type { Statistics } from '#contracts/admin/statistics.ts'
import { CountsChart } from './counts-chart.tsx'
import { FiguresTable } from './figures-table.tsx'
import { SourcesTable } from './sources-table.tsx'
import { KIND_NAMES } from './words.ts'

const SHOWN = 5

/**
 * Statistics of the last 30 days on the overview page of the admin area. `statistics` is undefined while loading and null after a failure.
 */
export function OverviewStatistics({ statistics }: { statistics: Statistics | null | undefined }) {
  return (
    <section aria-labelledby="read-and-heard" className="mt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-rule border-b pb-2">
        <h2 id="read-and-heard" className="text-2xl">
          What people read and listen to
        </h2>
        <Link to="/admin/statistics" className="inline-flex min-h-11 items-center text-base text-link">
          All statistics
        </Link>
      </div>
      {statistics === undefined && (
        <p role="status" className="py-6 text-base text-soft">
          Loading
        </p>
      )}
      {statistics === null && <p className="py-6 text-base">The figures could not be loaded. Reload the page, or open all statistics.</p>}
      {statistics?.from === null && (
        <p className="py-6 text-base text-soft">Nothing yet. When visitors come, this shows what they view, read and listen to.</p>
      )}
      {statistics && statistics.from !== null && <Figures statistics={statistics} />}
    </section>
  )
}

function Figures({ statistics }: { statistics: Statistics }) {
  const lines = statistics.items.slice(0, SHOWN).map(({ kind, id, title, viewed, opened, bought }) => ({
    key: `${kind} ${id}`,
    name: (
      <>
        {title === null ? <span className="text-soft">Deleted</span> : <Link to={`/admin/statistics/${kind}/${id}`}>{title}</Link>}
        <span className="block text-sm text-soft">{KIND_NAMES[kind]}</span>
      </>
    ),
    values: [viewed, opened, bought].map((count) => count.toLocaleString('en')),
  }))
  return (
    <>
      <p className="mb-4 text-base text-soft">The last 30 days</p>
      <CountsChart report={statistics} />
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-8 xl:grid-cols-2">
        <FiguresTable
          caption="Most viewed"
          first="Title"
          heads={['Page views', 'Opened', 'Bought'].map((name) => ({ name }))}
          lines={lines}
        />
        <SourcesTable sources={statistics.sources} limit={SHOWN} />
      </div>
    </>
  )
}
