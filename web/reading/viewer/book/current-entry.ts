import type { OutlineEntry } from './page-source.ts'

/** Returns the outline entry that contains a page: the last one that begins on it or before it; undefined before the first. */
export function findCurrentEntry(outline: OutlineEntry[], page: number): OutlineEntry | undefined {
  return outline.reduce<OutlineEntry | undefined>(
    (found, entry) => (entry.page <= page && entry.page >= (found?.page ?? 0) ? entry : found),
    undefined,
  )
}
