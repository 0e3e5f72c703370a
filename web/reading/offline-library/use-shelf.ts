import { useEffect, useState } from 'react'
import { hasCaches } from '#web/lib/downloads/cache-storage.ts'
import type { Download } from '#web/lib/downloads/download-record.ts'
import { listDownloads, listenToShelf } from '#web/lib/downloads/downloads.ts'

/** Returns the items of the offline library, including incomplete downloads; undefined while loading, `none` if nothing can be stored. */
export function useShelf(): Download[] | 'none' | undefined {
  const [shelf, setShelf] = useState<Download[] | 'none'>()

  useEffect(() => {
    let active = true
    const read = async () => {
      const kept = hasCaches() ? await listDownloads().catch(() => 'none' as const) : 'none'
      if (active) setShelf(kept)
    }
    void read()
    const stop = listenToShelf(() => void read())
    return () => {
      active = false
      stop()
    }
  }, [])

  return shelf
}
