import type { CountsOfTime, Statistics } from '#contracts/admin/statistics.ts'
import { ChartLegend, ColumnChart } from '#web/admin/kit/column-chart.tsx'
import { shortTimeName, timeName, timesBetween } from './periods.ts'

const BAR = 0.7
/**
 * Maximum number of columns with centered labels. In charts with more columns, a label is wider than its column and starts at the column's
 * left edge.
 */
const MAX_CENTERED = 12
/** Maximum number of chart labels that don't overlap on a phone. */
const MAX_LABELS = 6

type Report = Pick<Statistics, 'from' | 'to' | 'unit' | 'times'>
type Column = Pick<CountsOfTime, 'time' | 'viewed' | 'opened'>

/** Returns the columns of a chart: one for every day or month of the period, with zeros for days or months without counts. */
export function columnsOf({ from, to, unit, times }: Report): Column[] {
  const known = new Map(times.map((counts) => [counts.time, counts]))
  return timesBetween(from ?? to, to, unit).map((time) => known.get(time) ?? { time, viewed: 0, opened: 0 })
}

/** Returns the upper end of a chart scale: a round, even number, so that half of it is an integer. */
export function roundUpCount(highest: number): number {
  if (highest <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= highest && (factor * power) % 2 === 0) ?? 10
  return step * power
}

/**
 * Chart of page views and opens as overlapping columns. The chart is hidden if there is only one column or all counts are zero. The table
 * below the chart has the same numbers.
 */
export function CountsChart({ report, opened = 'Opened' }: { report: Report; opened?: string }) {
  const counts = columnsOf(report)
  const highest = Math.max(...counts.map((column) => Math.max(column.viewed, column.opened)))
  const top = roundUpCount(highest)
  const every = Math.ceil(counts.length / MAX_LABELS)
  if (counts.length < 2 || highest === 0) return null
  const columns = counts.map((column, at) => ({
    key: column.time,
    title: `${timeName(column.time)}: ${column.viewed} page views${opened && `, ${column.opened} ${opened.toLowerCase()}`}`,
    bars: [
      { height: column.viewed / top, width: BAR, className: 'fill-lamp' },
      ...(opened ? [{ height: column.opened / top, width: BAR / 3, className: 'fill-ink' }] : []),
    ],
    // In charts with many columns, a label is wider than its column and extends to the right. Labels too close to the right edge are
    // omitted.
    label: <span className="whitespace-nowrap">{at % every === 0 && at <= counts.length - every / 2 && shortTimeName(column.time)}</span>,
  }))
  return (
    <figure>
      <ChartLegend entries={[{ label: 'Page views', color: 'bg-lamp' }, ...(opened ? [{ label: opened, color: 'bg-ink' }] : [])]} />
      <ColumnChart
        label={`Page views${opened && ` and how often it was ${opened.toLowerCase()}`} by ${report.unit}`}
        scale={[top, top / 2, 0].map((value) => value.toLocaleString('en'))}
        columns={columns}
        heightClass="h-36 md:h-44"
        labelsClass={columns.length <= MAX_CENTERED && 'text-center'}
      />
    </figure>
  )
}
