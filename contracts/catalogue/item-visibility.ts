import type { ItemState } from './item-state.ts'

/** States of items in public lists, searches, feeds and sitemaps. */
export const LISTED_STATES: readonly ItemState[] = ['published']
/** States of the items that a visitor may open and buy. */
export const REACHABLE_STATES: readonly ItemState[] = ['published', 'hidden']
/** States of the items that the holder of a preview link may open. */
const PREVIEWED_STATES: readonly ItemState[] = ['draft', 'scheduled']

/** State of an item, and the time at which it was moved to the bin, if any. */
type Kept = { state: ItemState; deletedAt: unknown }

/** Returns whether public lists, searches, feeds and sitemaps contain an item. */
export function isListed({ state, deletedAt }: Kept): boolean {
  return LISTED_STATES.includes(state) && !deletedAt
}

/** Returns whether visitors may open and buy an item. Buyers and administrators may open an item in any state. */
export function isReachable({ state, deletedAt }: Kept): boolean {
  return REACHABLE_STATES.includes(state) && !deletedAt
}

/** Returns whether the holder of a preview link may open an item that is not public yet. */
export function isPreviewed({ state, deletedAt }: Kept): boolean {
  return PREVIEWED_STATES.includes(state) && !deletedAt
}

/** Returns the time at which an item was published, or added if it is not public yet. */
export function publicationTime({ publishedAt, createdAt }: { publishedAt?: string | null; createdAt: string }): string {
  return publishedAt ?? createdAt
}
