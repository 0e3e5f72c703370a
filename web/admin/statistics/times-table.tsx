import type { CountedKind, ItemStatistics, Statistics } from '#contracts/admin/statistics.ts'
import { FiguresTable } from './figures-table.tsx'
import { timeName } from './periods.ts'
import { FINISHED, formatListening } from './words.ts'

/** Collapsed table with the figures of the chart and further figures, for administrators who can't see the chart or need exact numbers. */
export function TimesTable({ report: { unit, times }, kind }: { report: Statistics | ItemStatistics; kind?: CountedKind }) {
  const isAuthor = kind === 'author'
  const heads = isAuthor
    ? ['Page views']
    : ['Page views', kind === 'podcast' ? 'Started' : 'Opened', kind ? FINISHED[kind] : 'To the end', 'Listened', 'Bought']
  const lines = [...times].reverse().map(({ time, viewed, opened, finished, listenedSeconds, bought }) => ({
    key: time,
    name: timeName(time),
    values: [
      viewed.toLocaleString('en'),
      ...(isAuthor
        ? []
        : [
            opened.toLocaleString('en'),
            finished.toLocaleString('en'),
            // A dash marks books, which have no listening time; a zero means that nothing was counted.
            kind === 'book' ? '–' : formatListening(listenedSeconds),
            bought.toLocaleString('en'),
          ]),
    ],
  }))
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-base text-link">The figures by {unit}</summary>
      <div className="mt-2">
        <FiguresTable
          caption={`By ${unit}`}
          first={unit === 'day' ? 'Day' : 'Month'}
          heads={heads.map((name) => ({ name }))}
          lines={lines}
        />
      </div>
    </details>
  )
}
