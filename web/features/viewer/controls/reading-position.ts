import { REMEMBERED_PLACES } from '#contracts/retention.ts'

/** Where a reader was in one book. */
export type Position = { book: string; page: number }

/** So many turns from the beginning mean: reading anew. */
const REREADING_TURNS = 5

/** The stored list, newest first; whatever else is stored there counts as nothing. */
export function parsePositions(text: string | null): Position[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isPosition) : []
  } catch {
    return []
  }
}

function isPosition(value: unknown): value is Position {
  const { book, page } = (value ?? {}) as Partial<Position>
  return typeof book === 'string' && Number.isInteger(page) && Number(page) > 1
}

/** Puts the position first; books not opened for long are forgotten. */
export function addPosition(list: Position[], position: Position): Position[] {
  return [position, ...list.filter(({ book }) => book !== position.book)].slice(0, REMEMBERED_PLACES)
}

/**
 * Whether the page that is shown becomes the page to continue on. Page 1 never does: everybody passes it on the way in. And who
 * has been offered to continue on a later page keeps that offer until answering it, passing that page, or reading on from the start.
 */
export function shouldStorePosition(page: number, { offered, turns }: { offered: number | undefined; turns: number }): boolean {
  if (page <= 1) return false
  return offered === undefined || page >= offered || turns >= REREADING_TURNS
}
