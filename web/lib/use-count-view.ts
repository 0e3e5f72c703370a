import { useEffect } from 'react'
import type { CountedKind } from '#contracts/admin/statistics.ts'
import { countEvent } from './count-event.ts'

/** Items whose page was already viewed in this tab since the tab was loaded */
const viewed = new Set<string>()

/**
 * Counts a view of an item's page, at most once per item until the tab is reloaded. Views of the first page are counted by the server,
 * which sends it as a document.
 */
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
