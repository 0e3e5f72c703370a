import { useEffect } from 'react'
import type { CountedKind } from '#contracts/admin/statistics.ts'
import { countEvent } from './count-event.ts'

/** Items whose page was viewed in this tab since it was loaded */
const viewed = new Set<string>()

/** Counts a view of an item's page, once per load of the tab. The server has already counted the page that was loaded as a document. */
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
