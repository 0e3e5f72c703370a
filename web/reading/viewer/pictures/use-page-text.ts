import { useEffect, useState } from 'react'
import type { PageText } from '#contracts/reading/book-pages.ts'
import type { PageFetcher } from './page-fetcher.ts'

/** Fetches the text of a page once `wanted` is set; undefined while it is loading, and when the page has none. */
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
