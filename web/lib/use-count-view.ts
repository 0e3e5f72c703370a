import { useEffect } from 'react'
import type { CountedKind } from '#contracts/statistics.ts'
import { countEvent } from './count-event.ts'

/** Items whose page this tab has shown since it was loaded */
const viewed = new Set<string>()

/** Counts the page of an item, once until the tab is loaded again. The server has counted the page that was loaded as a document. */
export function useCountView(kind: CountedKind, id: string): void {
  useEffect(() => {
    const key = `${kind} ${id}`
    if (viewed.has(key)) return
    viewed.add(key)
    const [document] = performance.getEntriesByType('navigation')
    if (document && new URL(document.name).pathname === location.pathname) return
    countEvent({ kind, id, event: 'viewed' })
  }, [kind, id])
}
