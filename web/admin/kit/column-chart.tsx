import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

const HEIGHT = 100
const STEP = 10

type Column = {
  key: string
  title: string
  /** Overlaid bars: the height is a fraction of the chart scale, the width a fraction of the column width */
  bars: { height: number; width: number; className: string }[]
  label: ReactNode
}
type Props = { label: string; scale: string[]; columns: Column[]; heightClass: string; labelsClass: string | false }

/** Column chart with its scale on the side. The table below the chart has the same numbers. */
export function ColumnChart({ label, scale, columns, heightClass, labelsClass }: Props) {
  const width = columns.length * STEP
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <div
        aria-hidden
        className={`flex flex-col justify-between text-right text-[min(0.8125rem,4vw)] text-soft leading-none tabular-nums ${heightClass}`}
      >
        {scale.map((value) => (
          <span key={value}>{value}</span>
        ))}
      </div>
      {/* The SVG is stretched to the available width and contains only the columns, so that no text is distorted. */}
      <svg
        role="img"
        aria-label={`${label}; the table below has the same numbers.`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`w-full overflow-visible ${heightClass}`}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => {
          const className = y === HEIGHT ? 'stroke-edge' : 'stroke-rule'
          return <line key={y} x1={0} x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" className={className} />
        })}
        {columns.map(({ key, title, bars }, at) => (
          <g key={key}>
            <title>{title}</title>
            {/* A transparent rectangle over the whole column shows its tooltip, also above a low bar or without a bar. */}
            <rect x={at * STEP} y={0} width={STEP} height={HEIGHT} className="fill-transparent" />
            {bars.map((bar) => (
              <rect
                key={bar.className}
                x={(at + (1 - bar.width) / 2) * STEP}
                y={(1 - bar.height) * HEIGHT}
                width={bar.width * STEP}
                height={bar.height * HEIGHT}
                className={bar.className}
              />
            ))}
          </g>
        ))}
      </svg>
      <div
        aria-hidden
        style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}
        className={classNames('col-start-2 mt-1.5 grid text-[min(0.8125rem,4vw)] text-soft leading-tight', labelsClass)}
      >
        {columns.map(({ key, label: below }) => (
          <span key={key}>{below}</span>
        ))}
      </div>
    </div>
  )
}

/** Entries of a chart's legend, above the chart */
export function ChartLegend({ entries }: { entries: { label: string; color: string }[] }) {
  return (
    <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      {entries.map(({ label, color }) => (
        <span key={label} className="flex items-center gap-2">
          <span aria-hidden className={`size-3 ${color}`} />
          {label}
        </span>
      ))}
    </figcaption>
  )
}
