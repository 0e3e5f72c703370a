import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Page } from '#contracts/common/list.ts'

type State<Item> = { first: Page<Item>; later: Page<Item>[]; state: 'idle' | 'loading' | 'failed' }

/**
 * Loads the pages of a list and starts again when the first page changes. An item that moves from one page to the next between two requests
 * is listed only once.
 */
export function usePages<Item extends { id: string }>({
  first,
  later: known = [],
  fetchPage,
  onError,
}: {
  first: Page<Item>
  /** Previously loaded pages after the first page */
  later?: Page<Item>[]
  fetchPage: (cursor: string) => Promise<Page<Item>>
  onError: (error: unknown) => void
}) {
  const start = (): State<Item> => ({ first, later: known, state: 'idle' })
  const [stored, setStored] = useState(start)
  // A changed list is replaced during rendering rather than in an effect, so that items in both the old and the new list preserve their
  // state.
  const list = stored.first === first ? stored : start()
  if (list !== stored) setStored(list)

  const pages = [first, ...list.later]
  const next = pages.at(-1)?.next
  const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]

  function change(changes: Partial<State<Item>>) {
    setStored((old) => (old.first === first ? { ...old, ...changes } : old))
  }

  /** Loads the next page of the list. Resolves when the page is rendered or has failed to load. */
  async function loadMore() {
    if (!next || list.state === 'loading') return
    change({ state: 'loading' })
    try {
      const later = [...list.later, await fetchPage(next)]
      flushSync(() => change({ later, state: 'idle' }))
    } catch (error) {
      onError(error)
      change({ state: 'failed' })
    }
  }

  return { items, total: pages.at(-1)?.total ?? 0, next, state: list.state, later: list.later, loadMore }
}
