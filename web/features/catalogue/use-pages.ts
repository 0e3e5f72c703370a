import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Page } from '#contracts/list.ts'

/** A list that grows by pages. An item that moved between two pages while they were fetched is shown once. */
export function usePages<Item extends { id: string }>(first: Page<Item>, fetchPage: (cursor: string) => Promise<Page<Item>>) {
  const [pages, setPages] = useState([first])
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const next = pages.at(-1)?.next
  const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]

  /** Ends when the next page is in the document, or could not be had. */
  async function more() {
    if (!next || state === 'loading') return
    setState('loading')
    try {
      const page = await fetchPage(next)
      flushSync(() => {
        setPages((known) => [...known, page])
        setState('idle')
      })
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }

  return { items, total: pages.at(-1)?.total ?? 0, next, state, more }
}
