import { KEPT_DAYS } from '#contracts/admin/retention.ts'
import { type OpenableItem, UncheckedError } from '#web/lib/access/item-access.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { readDownloadList, toDownloadUrl } from './download-list.ts'
import { hasLapsed } from './download-record.ts'
import { renewDownload } from './downloads.ts'
import { dropLost } from './drop-lost.ts'

/**
 * URL from which this browser reads an item's file, with `isText` if only its text is downloaded; or the URL to follow instead, such as the
 * checkout's.
 */
export type ItemFile = { url: string; isText?: boolean } | { action: string }

/** Time after which a connection without a response counts as offline, for a download that may be opened unchecked. */
const WAIT_MS = 5000
/** The same limit for a download that needs a check of access. */
const LONG_WAIT_MS = 20_000

/**
 * Waits for an item's access check and returns the file to read. Offline, a download opens unchecked, a purchased one only for a limited
 * time. A rejected check removes a purchased download; an item that was free when it was downloaded still opens.
 */
export async function requestDownloadedFile({ item }: OpenableItem, asked: Promise<ItemFile>, publicUrl: string): Promise<ItemFile> {
  const kept = readDownloadList().find(({ id }) => id === item.id)
  if (!kept) return asked
  const keptUrl = toDownloadUrl(publicUrl)
  const isLapsed = hasLapsed(kept.until)
  try {
    const file = await Promise.race([asked, noAnswer(isLapsed ? LONG_WAIT_MS : WAIT_MS)])
    if ('url' in file) {
      await renewDownload(({ item: { id } }) => id === item.id)
      return { url: toDownloadUrl(file.url), isText: kept.isText }
    }
    if (kept.isOwned) await dropLost([item])
    return !kept.isOwned && keptUrl !== publicUrl ? { url: keptUrl, isText: kept.isText } : file
  } catch (error) {
    asked.catch(() => {})
    if (error instanceof ApiError || keptUrl === publicUrl) throw error
    if (isLapsed)
      throw new UncheckedError(`Connect to the internet once, then “${item.title}” opens for another ${KEPT_DAYS} days.`, { cause: error })
    return { url: keptUrl, isText: kept.isText }
  }
}

function noAnswer(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No response in time')), ms))
}
