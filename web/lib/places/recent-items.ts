import type { OpenableItem } from '#web/lib/access/item-access.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

const MAX_ITEMS = 12
/** Least width of a stored cover in pixels: twice the width at which it is displayed */
const COVER_WIDTH = 112

/** Item that this browser opened, with what a list of such items displays without a request. */
export type RecentItem = Pick<OpenableItem, 'kind'> & {
  id: string
  slug: string
  title: string
  by: string
  language: string | null
  cover: OpenableItem['item']['cover']
  /** Number of pages of a book, or length of a recording in seconds; null if it is unknown */
  total: number | null
}

const stored = createStoredValue('recentItems')

/** Lists the items that this browser opened, the latest first. */
export const useRecentItems = (): RecentItem[] => parse(stored.useValue())

/** Puts an item in front of the list. */
export function noteRecentItem({ kind, item }: OpenableItem): void {
  const { id, slug, title, language, cover } = item
  const entry: RecentItem = {
    kind,
    id,
    slug,
    title,
    by: 'host' in item ? item.host : item.author,
    language,
    cover: { ...cover, placeholder: '', sources: smallest(cover.sources) },
    total: 'host' in item ? (item.durationSeconds ?? null) : item.pageCount,
  }
  const others = parse(stored.read()).filter((other) => other.id !== id || other.kind !== kind)
  stored.write(JSON.stringify([entry, ...others].slice(0, MAX_ITEMS)))
  markRecent(true)
}

export function clearRecentItems(): void {
  stored.write(null)
  markRecent(false)
}

/** Sets the attribute that reserves space for the list. Documents opened later get it before the first paint (mark-visitor.ts). */
const markRecent = (hasItems: boolean) => document.documentElement.toggleAttribute('data-recent', hasItems)

function smallest(sources: RecentItem['cover']['sources']) {
  const fitting = sources.filter(({ width }) => width >= COVER_WIDTH)
  const least = Math.min(...fitting.map(({ width }) => width))
  return fitting.filter(({ width }) => width === least)
}

function parse(text: string | null): RecentItem[] {
  return parseList<RecentItem>(
    text,
    ({ kind, id, slug, title, cover }) =>
      (kind === 'book' || kind === 'podcast' || kind === 'audiobook') &&
      [id, slug, title].every((part) => typeof part === 'string') &&
      Array.isArray(cover?.sources),
  )
}
