import { fetchItem } from '#web/lib/access/fetch-item.ts'
import { refreshOwnedItems } from '#web/lib/access/refresh-owned-items.ts'
import { isNotFound } from '#web/lib/api/api.ts'
import { listDownloads } from '#web/lib/downloads/downloads.ts'
import { drop } from '#web/lib/downloads/drop-lost.ts'

/**
 * Checks all downloaded items: removes items that are no longer owned or were removed from the site, and returns the ids of items with a
 * newer file. Changes nothing while offline.
 */
export async function checkDownloads(signal: AbortSignal): Promise<string[]> {
  const newer: string[] = []
  if ((await listDownloads()).some(({ isOwned }) => isOwned)) await refreshOwnedItems()
  for (const download of await listDownloads()) {
    try {
      const found = await fetchItem({ kind: download.kind, id: download.item.id }, signal)
      const file = found.kind === 'book' ? found.item.pdfUrl : found.item.audioUrl
      if (!file.endsWith(`/${download.media}`)) newer.push(download.item.id)
    } catch (error) {
      if (!isNotFound(error)) return newer
      await drop(download, 'it is no longer on the site')
    }
  }
  return newer
}
