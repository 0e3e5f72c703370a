import { useEffect, useRef, useState } from 'react'

const IDLE_MS = 300

/** The next page in the direction of reading, to be rendered ahead once the reader pauses. */
export function useAdjacentPage({ page, total, ready }: { page: number; total: number; ready: boolean }): number | undefined {
  const [adjacent, setAdjacent] = useState<number>()
  const lastPage = useRef(page)
  const direction = useRef(1)

  useEffect(() => {
    if (lastPage.current !== page) direction.current = page < lastPage.current ? -1 : 1
    lastPage.current = page
    if (!ready || savesData()) return
    const next = page + direction.current
    const timer = setTimeout(() => setAdjacent(next), IDLE_MS)
    return () => clearTimeout(timer)
  }, [page, ready])

  const isUsable = ready || adjacent === page
  return isUsable && adjacent !== undefined && Math.abs(adjacent - page) === 1 && adjacent >= 1 && adjacent <= total ? adjacent : undefined
}

/** Whether the visitor turned on the browser's data saver. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
