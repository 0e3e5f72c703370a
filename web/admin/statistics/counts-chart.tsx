import type { CountsOfTime, Statistics } from '#contracts/admin/statistics.ts'
import { classNames } from '#web/lib/class-names.ts'
import { shortTimeName, timeName, timesBetween } from './periods.ts'

const HEIGHT = 100
const STEP = 10
const BAR = 7
/** With more columns, a label is wider than its column and starts at the column's left edge. */
const MAX_CENTRED = 12
/** More labels than this would overlap on a phone. */
const MAX_LABELS = 6

type Report = Pick<Statistics, 'from' | 'to' | 'unit' | 'times'>
type Column = Pick<CountsOfTime, 'time' | 'viewed' | 'opened'>

/** Returns the columns of a chart: every day or month of the period, with zeros where nothing was counted. */
export function columnsOf({ from, to, unit, times }: Report): Column[] {
  const known = new Map(times.map((counts) => [counts.time, counts]))
  return timesBetween(from ?? to, to, unit).map((time) => known.get(time) ?? { time, viewed: 0, opened: 0 })
}

/** Returns the end of the scale: an even round number, so that its half is an integer. */
export function roundUpCount(highest: number): number {
  if (highest <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= highest && (factor * power) % 2 === 0) ?? 10
  return step * power
}

/** Chart of page views and opens as overlapping columns, if there are several and any is not empty. The table below has the same numbers. */
export function CountsChart({ report, opened = 'Opened' }: { report: Report; opened?: string }) {
  const columns = columnsOf(report)
  const highest = Math.max(...columns.map((column) => Math.max(column.viewed, column.opened)))
  const top = roundUpCount(highest)
  const every = Math.ceil(columns.length / MAX_LABELS)
  const width = columns.length * STEP
  if (columns.length < 2 || highest === 0) return null
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        <Key colour="bg-lamp" label="Page views" />
        {opened && <Key colour="bg-ink" label={opened} />}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div
          aria-hidden
          className="flex h-36 flex-col justify-between text-right text-[min(0.8125rem,4vw)] text-soft leading-none tabular-nums md:h-44"
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{value.toLocaleString('en')}</span>
          ))}
        </div>
        {/* Stretched to the available width; contains only the columns, so that no text is distorted. */}
        <svg
          role="img"
          aria-label={`Page views${opened && ` and how often it was ${opened.toLowerCase()}`} by ${report.unit}; the table below has the same numbers.`}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-36 w-full overflow-visible md:h-44"
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line
              key={y}
              x1={0}
              x2={width}
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
              className={y === HEIGHT ? 'stroke-edge' : 'stroke-rule'}
            />
          ))}
          {columns.map(({ time, ...counts }, at) => (
            <g key={time}>
              <title>{`${timeName(time)}: ${counts.viewed} page views${opened && `, ${counts.opened} ${opened.toLowerCase()}`}`}</title>
              <Bar at={at} width={BAR} height={(counts.viewed / top) * HEIGHT} className="fill-lamp" />
              {opened && <Bar at={at} width={BAR / 3} height={(counts.opened / top) * HEIGHT} className="fill-ink" />}
            </g>
          ))}
        </svg>
        <div
          aria-hidden
          style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}
          className={classNames(
            'col-start-2 mt-1.5 grid text-[min(0.8125rem,4vw)] text-soft leading-tight',
            columns.length <= MAX_CENTRED && 'text-center',
          )}
        >
          {columns.map(({ time }, at) => (
            // With many columns a label is wider than its column and extends to the right; the last label has room for it.
            <span key={time} className="whitespace-nowrap">
              {at % every === 0 && at <= columns.length - every / 2 && shortTimeName(time)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

function Bar({ at, width, height, className }: { at: number; width: number; height: number; className: string }) {
  return <rect x={at * STEP + (STEP - width) / 2} y={HEIGHT - height} width={width} height={height} className={className} />
}

function Key({ colour, label }: { colour: string; label: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className={`size-3 ${colour}`} />
      {label}
    </span>
  )
}
