import type { ReactNode } from 'react'

/** List of labels with values, one per line. Null values are omitted. */
export function DetailsList({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="grid gap-y-2 text-base leading-snug sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-6">
      {Object.entries(facts)
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label} className="grid grid-cols-subgrid sm:col-span-2">
            <dt className="text-sm text-soft sm:text-base">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
