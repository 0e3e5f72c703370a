import { useEffect, useState } from 'react'
import type { PageText } from '#contracts/book-pages.ts'
import type { PageFetcher } from './page-fetcher.ts'

/** The text of a page, once it is wanted; undefined while it is not there, and where there is none. */
export function usePageText(fetcher: PageFetcher, page: number, { wanted }: { wanted: boolean }): PageText | undefined {
  const [text, setText] = useState<PageText>()

  useEffect(() => {
    if (!wanted) return
    let active = true
    fetcher.fetchText(page).then((fetched) => active && setText(fetched))
    return () => {
      active = false
    }
  }, [fetcher, page, wanted])

  return text && text.runs.length + text.links.length > 0 ? text : undefined
}
