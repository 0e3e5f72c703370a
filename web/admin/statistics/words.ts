import { type CountedKind, type Counts, OTHER_SOURCES, OWN_PAGES, UNKNOWN_SOURCE } from '#contracts/admin/statistics.ts'

export const KIND_NAMES: Record<CountedKind, string> = { book: 'Book', podcast: 'Episode', author: 'Author' }
export const FINISHED = { book: 'Read to the end', podcast: 'Played to the end', author: '' }

/** Formats a listening time as "4 h 12 min". */
export function formatListening(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60).toLocaleString('en')} h ${minutes % 60} min`
}

const SOURCES: Record<string, string> = {
  [OWN_PAGES]: 'Other pages of this site',
  [UNKNOWN_SOURCE]: 'Unknown: a typed address, a bookmark, or an app such as WhatsApp',
  [OTHER_SOURCES]: 'Other sites',
}

export function sourceName(source: string): string {
  return SOURCES[source] ?? source
}

/** Returns the number of purchases per hundred page views; undefined if there are too few views or no purchases. */
export function boughtPerHundred({ viewed, bought }: Pick<Counts, 'viewed' | 'bought'>): string | undefined {
  if (viewed < 20 || bought === 0) return undefined
  return ((100 * bought) / viewed).toLocaleString('en', { maximumFractionDigits: 1 })
}
