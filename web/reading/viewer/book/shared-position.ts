import type { ReadingPosition, ReadingPositionSaved, SavedReadingPosition } from '#contracts/reading/reading-position.ts'
import { requestAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'
import { findPosition, storePosition } from './stored-positions.ts'

/**
 * Stores the shared position of a purchased book in this browser and returns its page; undefined if no other browser has shared a position
 * since this browser last read or shared one. Versions are compared instead of times, because the clocks of phones may be wrong.
 */
export async function takeSharedPosition(book: string, id: string): Promise<number | undefined> {
  const saved = await call<SavedReadingPosition | null>(id)
  if (!saved || saved.savedAt === findPosition(book)?.shared) return undefined
  const { page, text, savedAt } = saved
  storePosition({ book, page, shared: savedAt })
  if (text) storePosition({ book, text: { ...text, page } })
  return page
}

/** Shares this browser's reading position with the other browsers of the purchase. */
export async function sharePosition(book: string, id: string): Promise<void> {
  const { page, text } = findPosition(book) ?? {}
  if (!page || !navigator.onLine) return
  const isOnPage = text?.page === page
  const position: ReadingPosition = { page, text: isOnPage ? { part: text.part, block: text.block, offset: text.offset } : null }
  const { savedAt } = await call<ReadingPositionSaved>(id, { ...json('PUT', position), keepalive: true })
  storePosition({ book, shared: savedAt })
}

async function call<Answer>(id: string, init?: RequestInit): Promise<Answer> {
  return (await requestAsClient(`/reading-places/${encodeURIComponent(id)}`, init)).json()
}
