import {
  MAX_ACT_AGE_MS,
  type ReadingAct,
  type ReadingPositionSaved,
  type SavedReadingPosition,
} from '#contracts/reading/reading-position.ts'
import { requestAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'
import { type BookPlace, confirmBookPlace, findBookPlace, receiveBookPlace, type SavedBookPlace } from './book-places.ts'

/**
 * Synchronizes the place in a purchased book with the other browsers of the purchase: sends the place of this browser if the server doesn't
 * have it yet, otherwise fetches the place from the server. The newest act wins. Acts are compared by their age, since the clocks of phones
 * may be wrong. Returns the place if another browser stored a newer one, which is then stored in this browser too.
 */
export async function syncBookPlace(book: string, id: string): Promise<BookPlace | undefined> {
  const stored = findBookPlace(book)
  const saved = stored && stored.shared === undefined ? await send(book, id, stored) : await call<SavedReadingPosition | null>(id)
  if (!saved || saved.savedAt === findBookPlace(book)?.shared) return undefined
  const { page, text, words, edition, age, savedAt } = saved
  const place = { page, ...(text ? { text } : words !== undefined && { words }), ...(edition !== undefined && { edition }) }
  return receiveBookPlace(book, { place, at: Date.now() - age }, savedAt) ? place : undefined
}

/** Sends the place of this browser. Returns the place of another browser if it is newer. */
async function send(book: string, id: string, stored: SavedBookPlace): Promise<SavedReadingPosition | null> {
  const { page, text, words, edition } = stored.place
  const age = Math.min(MAX_ACT_AGE_MS, Math.max(0, Date.now() - stored.at))
  const act: ReadingAct = { page, text: text ?? null, words, edition, age }
  const { savedAt, newer } = await call<ReadingPositionSaved>(id, { ...json('PUT', act), keepalive: true })
  if (!newer) confirmBookPlace(book, stored, savedAt)
  return newer
}

async function call<Answer>(id: string, init?: RequestInit): Promise<Answer> {
  return (await requestAsClient(`/reading-places/${encodeURIComponent(id)}`, init)).json()
}
