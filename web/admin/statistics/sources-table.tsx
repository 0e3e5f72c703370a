import type { Statistics } from '#contracts/admin/statistics.ts'
import { FiguresTable } from './figures-table.tsx'
import { sourceName } from './words.ts'

export function SourcesTable({ sources, limit }: { sources: Statistics['sources']; limit?: number }) {
  if (sources.length === 0) return null
  const lines = sources.slice(0, limit).map(({ source, viewed }) => ({
    key: source,
    name: sourceName(source),
    values: [viewed.toLocaleString('en')],
  }))
  return <FiguresTable caption="Where visitors came from" first="Site" heads={[{ name: 'Page views' }]} lines={lines} />
}
