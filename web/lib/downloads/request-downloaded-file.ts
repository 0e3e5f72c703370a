import { OFFLINE_DAYS } from '#contracts/admin/retention.ts'
import { type OpenableItem, UncheckedError } from '#web/lib/access/item-access.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { isDownloadOf, readDownloadList, toDownloadUrl } from './download-list.ts'
import { hasLapsed } from './download-record.ts'
import { renewDownload } from './downloads.ts'
import { dropLost } from './drop-lost.ts'

/**
 * Result of opening an item: the URL from which this browser reads the item's file (`isText` if only the text is downloaded), or the URL of
 * another action, such as the checkout.
 */
export type ItemFile = { url: string; isText?: boolean } | { action: string }

/** Response time after which the browser is considered offline, for a download that may be opened without an access check. */
const WAIT_MS = 5000
/** Response time after which the browser is considered offline, for a download that requires an access check. */
const LONG_WAIT_MS = 20_000

/**
 * Waits for an item's access check and returns the file to read. Offline, a download opens without a check; a purchased download only for a
 * limited time. A denied check deletes a purchased download, while an item that was free at the time of the download still opens.
 */
export async function requestDownloadedFile({ kind, item }: OpenableItem, asked: Promise<ItemFile>, publicUrl: string): Promise<ItemFile> {
  const entry = readDownloadList().find((each) => isDownloadOf(each, { kind, id: item.id }))
  if (!entry) return asked
  const downloadUrl = toDownloadUrl(publicUrl)
  const isLapsed = hasLapsed(entry.until)
  try {
    const file = await Promise.race([asked, noAnswer(isLapsed ? LONG_WAIT_MS : WAIT_MS)])
    if ('url' in file) {
      await renewDownload(({ item: { id } }) => id === item.id)
      return { url: toDownloadUrl(file.url), isText: entry.isText }
    }
    if (entry.isOwned) await dropLost([item])
    return !entry.isOwned && downloadUrl !== publicUrl ? { url: downloadUrl, isText: entry.isText } : file
  } catch (error) {
    asked.catch(() => {})
    if (error instanceof ApiError || downloadUrl === publicUrl) throw error
    if (isLapsed)
      throw new UncheckedError(`Connect to the internet once, then “${item.title}” opens for another ${OFFLINE_DAYS} days.`, {
        cause: error,
      })
    return { url: downloadUrl, isText: entry.isText }
  }
}

function noAnswer(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No response in time')), ms))
}
