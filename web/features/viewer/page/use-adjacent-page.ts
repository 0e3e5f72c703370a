import { useEffect, useRef, useState } from 'react'
import { savesData } from '#web/features/viewer/saves-data.ts'

const IDLE_MS = 300

/** The page that comes next in the direction of reading, to be drawn ahead when nothing else is to do. */
export function useAdjacentPage({ page, total, ready }: { page: number; total: number; ready: boolean }): number | undefined {
  const [ahead, setAhead] = useState<number>()
  const from = useRef(page)
  const direction = useRef(1)

  useEffect(() => {
    if (from.current !== page) direction.current = page < from.current ? -1 : 1
    from.current = page
    if (!ready || savesData()) return
    const next = page + direction.current
    const timer = setTimeout(() => setAhead(next), IDLE_MS)
    return () => clearTimeout(timer)
  }, [page, ready])

  const kept = ready || ahead === page
  return kept && ahead !== undefined && Math.abs(ahead - page) === 1 && ahead >= 1 && ahead <= total ? ahead : undefined
}
