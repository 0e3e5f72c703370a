import { useEffect, useEffectEvent } from 'react'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { toast } from '#web/lib/toast.ts'
import type { PageSource } from '#web/reading/viewer/book/page-source.ts'
import { LOST_NOTICE } from './found-places.ts'
import type { LocatedPlace, OpenEdition } from './known-place.ts'

const hasMarks = () => readStorage('bookmarks') !== null || readStorage('highlights') !== null

/**
 * Searches the words of bookmarks and highlights that were set in other editions, once for each edition. A notice says once what the edition
 * doesn't contain: the reading place and marks. It disappears when a panel opens, which lists them.
 */
export function useMovedMarks(
  book: OpenEdition,
  source: PageSource,
  { located: { isLost = false }, isPanelOpen }: { located: LocatedPlace; isPanelOpen: boolean },
): void {
  useEffect(() => {
    if (isPanelOpen) toast.remove(LOST_NOTICE)
  }, [isPanelOpen])
  const seek = useEffectEvent(async (isActive: () => boolean) => {
    if (!isLost && !hasMarks()) return
    const { sayLost, seekMarks } = await import('./seek-marks.ts')
    const lost = { places: isLost ? 1 : 0, ...(await seekMarks(book, source, isActive)) }
    if (isActive()) sayLost(lost)
  })
  useEffect(() => {
    let active = true
    seek(() => active).catch(() => {})
    return () => {
      active = false
    }
  }, [])
}
