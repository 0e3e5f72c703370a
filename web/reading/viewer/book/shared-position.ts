import type { ReadingPosition, ReadingPositionSaved, SavedReadingPosition } from '#contracts/reading/reading-position.ts'
import { requestAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'
import { findPosition, storePosition } from './stored-positions.ts'
import { findTextPosition, storeTextPosition } from './stored-text-positions.ts'

/**
 * Adopts the position that another browser of the purchase stored for a book, and returns its page; undefined when none was stored since
 * this browser's own. Clocks are not compared, because phones may have wrong ones.
 */
export async function takeSharedPosition(book: string, id: string): Promise<number | undefined> {
  const place = await call<SavedReadingPosition | null>(id)
  if (!place || place.savedAt === findPosition(book)?.shared) return undefined
  const { page, text, savedAt } = place
  if (text) storeTextPosition({ ...text, book, page })
  storePosition({ book, page, shared: savedAt })
  return page
}

/** Stores this browser's position for the other browsers of the purchase. */
export async function sharePosition(book: string, id: string): Promise<void> {
  const page = findPosition(book)?.page
  if (!page || !navigator.onLine) return
  const { savedAt } = await call<ReadingPositionSaved>(id, { ...json('PUT', readPlace(book, page)), keepalive: true })
  storePosition({ book, page: findPosition(book)?.page ?? page, shared: savedAt })
}

function readPlace(book: string, page: number): ReadingPosition {
  const place = findTextPosition(book, page)
  return { page, text: place ? { part: place.part, block: place.block, offset: place.offset } : null }
}

async function call<Answer>(id: string, init?: RequestInit): Promise<Answer> {
  return (await requestAsClient(`/reading-places/${encodeURIComponent(id)}`, init)).json()
}
