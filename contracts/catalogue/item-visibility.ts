import type { ItemState } from './item-state.ts'

/** States of the items in lists, searches, feeds and sitemaps. */
export const LISTED_STATES: readonly ItemState[] = ['published']
/** States of the items that a visitor may open and buy. */
export const REACHABLE_STATES: readonly ItemState[] = ['published', 'hidden']
/** States of the items that the holder of a preview link may open. */
const PREVIEWED_STATES: readonly ItemState[] = ['draft', 'scheduled']

/** State of an item, and when it was moved to the bin, if it was. */
type Kept = { state: ItemState; deletedAt: unknown }

/** Whether lists, searches, feeds and sitemaps contain an item. */
export function isListed({ state, deletedAt }: Kept): boolean {
  return LISTED_STATES.includes(state) && !deletedAt
}

/** Whether a visitor may open and buy an item. Its owners and administrators may open it in every state. */
export function isReachable({ state, deletedAt }: Kept): boolean {
  return REACHABLE_STATES.includes(state) && !deletedAt
}

/** Whether the holder of a preview link may open an item that visitors can't open yet. */
export function isPreviewed({ state, deletedAt }: Kept): boolean {
  return PREVIEWED_STATES.includes(state) && !deletedAt
}

/** Returns the time at which an item became public, or was added if it is not. */
export function publicationTime({ publishedAt, createdAt }: { publishedAt?: string | null; createdAt: string }): string {
  return publishedAt ?? createdAt
}
