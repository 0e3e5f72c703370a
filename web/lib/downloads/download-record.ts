import { OFFLINE_DAYS } from '#contracts/admin/retention.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { DOWNLOADED_MEDIA, openDownloadCaches } from '#web/lib/storage/cache-storage.ts'

/** Download format of an item; `light` is low-bitrate audio, `made-epub` the EPUB that is made from a PDF. */
export type DownloadFormat = 'text' | 'pages' | 'pdf' | 'epub' | 'made-epub' | 'light' | 'sound'

/**
 * Item in the offline library. The record is first written without `keptAt`, which marks an incomplete download. The complete record is
 * written as the last step, so that an interrupted download never counts as complete.
 */
export type Download = DetailedItem & {
  form: DownloadFormat
  /** The key of the item's file */
  media: string
  /** Whether the item was purchased or granted rather than free */
  isOwned: boolean
  bytes: number
  keptAt: string | null
  /** Time at which the server last confirmed access; may be absent in downloads of earlier versions of the site */
  checkedAt?: string
}

const DAY_MS = 24 * 3_600_000
export const RECORD = `${DOWNLOADED_MEDIA}record`

/** Reads the records of all complete and incomplete downloads. A cache has no record if the browser was closed just after creating it. */
export async function readRecords(): Promise<Download[]> {
  const records = await Promise.all((await openDownloadCaches()).map(readRecord))
  return records.filter((record) => record !== undefined)
}

async function readRecord(cache: Cache): Promise<Download | undefined> {
  return (await cache.match(RECORD))?.json()
}

/**
 * Returns the time until which a download opens without an access check; null (no limit) for an item that was free at the time of the
 * download.
 */
export function opensUntil({ isOwned, keptAt, checkedAt }: Download): string | null {
  if (!isOwned) return null
  // With an unreadable time, the last access check counts as expired.
  const checked = Date.parse(checkedAt || keptAt || '') || 0
  return new Date(checked + OFFLINE_DAYS * DAY_MS).toISOString()
}

/** Returns whether access must be checked before the item opens: `until` has passed, or is too far in the future due to a wrong clock. */
export function hasLapsed(until: string | null | undefined): boolean {
  if (!until) return false
  const left = Date.parse(until) - Date.now()
  return left <= 0 || left > (OFFLINE_DAYS + 1) * DAY_MS
}
