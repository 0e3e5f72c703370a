import type { OutlineEntry } from '#web/features/viewer/page/page-source.ts'

/** The entry of the contents in which a page lies: the last one that begins on it or before; none before the first. */
export function findCurrentEntry(outline: OutlineEntry[], page: number): OutlineEntry | undefined {
  return outline.reduce<OutlineEntry | undefined>(
    (found, entry) => (entry.page <= page && entry.page >= (found?.page ?? 0) ? entry : found),
    undefined,
  )
}
