import { KEPT_DAYS } from '#contracts/retention.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { KEPT_MEDIA, openShelfCaches } from './cache-storage.ts'

/** In what form an item is kept. */
export type KeptForm = 'text' | 'pages' | 'pdf' | 'light' | 'sound'

/**
 * An item on the shelf. Its record is written first without `keptAt`, which says what was begun, and again as the last thing: what was
 * broken off is never taken for kept.
 */
export type KeptItem = DetailedItem & {
  form: KeptForm
  /** The key of its file */
  media: string
  /** Whether it was bought or given, and not free */
  isOwned: boolean
  bytes: number
  keptAt: string | null
  /** When the site last confirmed that this browser may open it; absent until it was asked again */
  checkedAt?: string
}

const DAY_MS = 24 * 3_600_000
export const RECORD = `${KEPT_MEDIA}record`

/** All that is kept or was begun. A cache without a record was created the moment the browser was ended. */
export async function readRecords(): Promise<KeptItem[]> {
  const records = await Promise.all((await openShelfCaches()).map(readRecord))
  return records.filter((record) => record !== undefined)
}

async function readRecord(cache: Cache): Promise<KeptItem | undefined> {
  return (await cache.match(RECORD))?.json()
}

/** Until when the item opens without asking the site; null without a limit, since what was free when it was kept was given away. */
export function opensUntil({ isOwned, keptAt, checkedAt = keptAt ?? '' }: KeptItem): string | null {
  if (!isOwned || !checkedAt) return null
  return new Date(Date.parse(checkedAt) + KEPT_DAYS * DAY_MS).toISOString()
}

/** Whether an item does not open before the site was asked. A time too far away comes from a clock that was wrong. */
export function hasLapsed(until: string | null | undefined): boolean {
  if (!until) return false
  const left = Date.parse(until) - Date.now()
  return left <= 0 || left > (KEPT_DAYS + 1) * DAY_MS
}
