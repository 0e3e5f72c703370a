import { useLocation } from 'react-router'
import type { Page } from '#contracts/list.ts'
import { usePages } from '#web/lib/use-pages.ts'

/** Pages after the first, by the key of the history entry in which they were loaded */
const remembered = new Map<string, Page<never>[]>()

/** A list that grows page by page, and is as long as it was for who comes back to it. */
export function useRememberedPages<Item extends { id: string }>(first: Page<Item>, fetchPage: (cursor: string) => Promise<Page<Item>>) {
  const { key } = useLocation()
  return usePages({
    first,
    later: remembered.get(key),
    fetchPage,
    onLoaded: (later) => remembered.set(key, later as Page<never>[]),
    onError: console.error,
  })
}
