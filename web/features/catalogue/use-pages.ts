import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import type { Page } from '#contracts/list.ts'

type Grown<Item> = { first: Page<Item>; later: Page<Item>[]; state: 'idle' | 'loading' | 'failed' }

/** What Show more added, by the entry in the history that it was added to: whoever comes back finds the list as long as it was. */
const added = new Map<string, Page<never>[]>()

/**
 * A list that grows by pages, and begins anew with another first one. An item that moved between two pages while they were fetched
 * is shown once.
 */
export function usePages<Item extends { id: string }>(first: Page<Item>, fetchPage: (cursor: string) => Promise<Page<Item>>) {
  const { key } = useLocation()
  const begin = (): Grown<Item> => ({ first, later: added.get(key) ?? [], state: 'idle' })
  const [kept, setKept] = useState(begin)
  // In place, so that the items that stay in a list that is narrowed go on with what they do.
  const list = kept.first === first ? kept : begin()
  if (list !== kept) setKept(list)

  const pages = [first, ...list.later]
  const next = pages.at(-1)?.next
  const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]

  function change(changes: Partial<Grown<Item>>) {
    setKept((now) => (now.first === first ? { ...now, ...changes } : now))
  }

  /** Ends when the next page is in the document, or could not be had. */
  async function more() {
    if (!next || list.state === 'loading') return
    change({ state: 'loading' })
    try {
      const later = [...list.later, await fetchPage(next)]
      added.set(key, later as Page<never>[])
      flushSync(() => change({ later, state: 'idle' }))
    } catch (error) {
      console.error(error)
      change({ state: 'failed' })
    }
  }

  return { items, total: pages.at(-1)?.total ?? 0, next, state: list.state, more }
}
