import { useEffect, useState } from 'react'
import type { Size } from './page-fit.ts'
import type { PageSource } from './page-source.ts'

const A4: Size = { width: 595, height: 842 }

/** Returns a page's size. Until it is known, the size of another page, or A4 (`guessed`). */
export function usePageSize({ sizes, fetchSize }: PageSource, page: number): { size: Size; guessed: boolean; failed: boolean } {
  const [, setFetched] = useState<number>()
  const [failed, setFailed] = useState<number>()
  const known = sizes[page - 1]

  useEffect(() => {
    if (known) return
    let active = true
    fetchSize(page).then(
      (size) => {
        const isValid = size.width > 0 && size.height > 0 && Number.isFinite(size.width / size.height)
        sizes[page - 1] = isValid ? size : A4
        if (active) setFetched(page)
      },
      () => active && setFailed(page),
    )
    return () => {
      active = false
    }
  }, [sizes, fetchSize, page, known])

  const other = sizes.filter((size) => size !== undefined).at(-1)
  return { size: known ?? other ?? A4, guessed: !known && !other, failed: failed === page }
}
