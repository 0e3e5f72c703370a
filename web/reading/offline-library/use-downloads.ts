import { useEffect, useState } from 'react'
import type { Download } from '#web/lib/downloads/download-record.ts'
import { listDownloads, listenToDownloads } from '#web/lib/downloads/downloads.ts'
import { hasCaches } from '#web/lib/storage/cache-storage.ts'

/** Returns the items of the offline library, including incomplete downloads; undefined while loading, `none` if nothing can be stored. */
export function useDownloads(): Download[] | 'none' | undefined {
  const [shelf, setShelf] = useState<Download[] | 'none'>()

  useEffect(() => {
    let active = true
    const read = async () => {
      const downloads = hasCaches() ? await listDownloads().catch(() => 'none' as const) : 'none'
      if (active) setShelf(downloads)
    }
    void read()
    const stop = listenToDownloads(() => void read())
    return () => {
      active = false
      stop()
    }
  }, [])

  return shelf
}
