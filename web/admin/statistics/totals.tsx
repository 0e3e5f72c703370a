import type { CountedKind, Counts } from '#contracts/admin/statistics.ts'
import { boughtPerHundred, FINISHED, formatListening } from './words.ts'

/** Totals of a statistics period. For a single item, only the totals that apply to its kind are displayed. */
export function Totals({ total, kind }: { total: Counts; kind?: CountedKind }) {
  const { viewed, opened, previewed, finished, listenedSeconds, bought } = total
  const perHundred = boughtPerHundred(total)
  const figures = [
    { label: 'Page views', value: viewed.toLocaleString('en') },
    kind !== 'author' && { label: kind === 'podcast' ? 'Started' : 'Opened', value: opened.toLocaleString('en') },
    (kind === 'book' || (!kind && previewed > 0)) && { label: 'First pages read', value: previewed.toLocaleString('en') },
    kind !== 'author' && { label: kind ? FINISHED[kind] : 'Read or played to the end', value: finished.toLocaleString('en') },
    (kind === 'podcast' || (!kind && listenedSeconds > 0)) && { label: 'Listened', value: formatListening(listenedSeconds) },
    kind !== 'author' && {
      label: 'Bought',
      value: bought.toLocaleString('en'),
      note: perHundred && `${perHundred} for every 100 page views`,
    },
  ].filter((figure) => figure !== false)
  return (
    <dl className="grid grid-cols-2 border-rule border-t border-l sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      {figures.map(({ label, value, ...figure }) => (
        <div key={label} className="flex flex-col-reverse justify-end border-rule border-r border-b px-4 py-4">
          {'note' in figure && figure.note && <dd className="mt-1 text-sm text-soft leading-snug">{figure.note}</dd>}
          <dt className="mt-2 text-base text-soft leading-snug">{label}</dt>
          <dd className="order-1 font-serif text-title-xl leading-none tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
