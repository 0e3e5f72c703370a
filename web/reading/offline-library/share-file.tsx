import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { downloadName } from '#contracts/common/download-name.ts'
import { MADE_EPUB_PATH } from '#contracts/common/media-url.ts'
import type { Download, DownloadFormat } from '#web/lib/downloads/download-record.ts'
import { answerFromParts, partUrl } from '#web/lib/downloads/file-parts.ts'
import { DOWNLOADED_MEDIA, matchDownload } from '#web/lib/storage/cache-storage.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'

/** Download formats that contain a whole file, with its path below the item's file. */
const FILE_PATHS: Partial<Record<DownloadFormat, string>> = { pdf: '', epub: '', 'made-epub': MADE_EPUB_PATH, sound: '', light: '/light' }

/**
 * Button that passes the downloaded file of a free item to the device's share sheet, which sends it by Bluetooth or a messenger without the
 * internet. Renders nothing for purchased items, and in browsers that can't share files.
 */
export function ShareFile({ download }: { download: Download }) {
  const { item, form, isOwned, keptAt } = download
  const path = FILE_PATHS[form]
  const [ready, setReady] = useState<File>()
  const { busy, run: share } = useAction(
    async (filePath: string) => {
      const file = ready ?? (await readFile(download, filePath))
      try {
        await navigator.share?.({ files: [file], title: item.title })
        setReady(undefined)
      } catch (error) {
        if (!(error instanceof DOMException) || error.name === 'AbortError') return
        // Browsers open the share sheet only soon after a tap. Reading a large file may have taken longer.
        if (error.name === 'NotAllowedError' && !ready) setReady(file)
        else throw error
      }
    },
    () => toast.error('This file could not be shared.'),
  )
  if (path === undefined || isOwned || !keptAt || !sharesFiles()) return null
  return (
    <Button variant="outline" size="small" busy={busy} onClick={() => share(path)}>
      {!busy && <Share2 aria-hidden className="size-5" />}
      {ready ? 'Share now' : 'Share'}
      <span className="sr-only"> the file of {item.title}</span>
    </Button>
  )
}

/** Returns whether the browser shares files. */
const sharesFiles = () =>
  navigator.share !== undefined && navigator.canShare?.({ files: [new File(['%PDF-'], 'book.pdf', { type: 'application/pdf' })] }) === true

/** Reads a downloaded file. */
async function readFile({ media, item: { title } }: Download, path: string): Promise<File> {
  const url = `${DOWNLOADED_MEDIA}${media}${path}`
  const whole = await answerFromParts(new Request(url), (index) => matchDownload(partUrl(url, index)))
  if (!whole) throw new Error('The saved file is missing')
  const content = await whole.blob()
  return new File([content], downloadName(title, path === MADE_EPUB_PATH ? path : path === '' ? media : 'recording.webm'), {
    type: content.type,
  })
}
