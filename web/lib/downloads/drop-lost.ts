import { toast } from '#web/lib/toast.ts'
import type { Download } from './download-record.ts'
import { listDownloads, removeDownload, renewDownload } from './downloads.ts'

/** Deletes downloads of purchased items that this browser no longer owns, and extends the offline access period of the others. */
export async function checkOwned(owned: string[]): Promise<void> {
  await renewDownload(({ item }) => owned.includes(item.id))
  await dropLost((await listDownloads()).filter(({ item, isOwned }) => isOwned && !owned.includes(item.id)).map(({ item }) => item))
}

/** Deletes complete and incomplete downloads of items that this browser may no longer open, and notifies the visitor. */
export async function dropLost(lost: { id: string }[]): Promise<void> {
  for (const download of await listDownloads())
    if (lost.some(({ id }) => id === download.item.id)) await drop(download, 'this browser no longer owns it')
}

export async function drop({ kind, item }: Download, reason: string): Promise<void> {
  await removeDownload(kind, item.id)
  toast(`“${item.title}” was removed from your shelf: ${reason}.`, { duration: 10_000 })
}
