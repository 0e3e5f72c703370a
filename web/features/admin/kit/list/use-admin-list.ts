import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListQuery, Page } from '#contracts/list.ts'
import { toastFailure } from '#web/features/admin/kit/failures.ts'

const PAGE_SIZE = 50

type State<Item> = {
  status: 'loading' | 'ready' | 'failed'
  items: Item[]
  total: number
  next?: string | undefined
  loadingMore: boolean
}

export type AdminList<Item> = State<Item> & {
  reload: () => void
  loadMore: () => Promise<void>
  add: (item: Item) => void
  replace: (item: Item) => void
  remove: (id: string) => void
}

/** Where a list is read from. */
export type ListSource<Item, Filters = unknown> = {
  list: (query: ListQuery & Filters, init?: RequestInit) => Promise<Page<Item>>
  toasts: { fetchFailed: string }
}

/** The list of a noun, as far as it has been read. It reads when it is shown, so that a form has the line to itself. */
export function useAdminList<Item extends { id: string }, Filters extends Record<string, string> = Record<never, string>>(
  resource: ListSource<Item, Filters>,
  { q, filters, shown }: { q: string; filters?: Filters; shown: boolean },
): AdminList<Item> {
  const [state, setState] = useState<State<Item>>({ status: 'loading', items: [], total: 0, loadingMore: false })
  const [attempt, setAttempt] = useState(0)
  const readFor = useRef<string>(null)
  // Compared by what is in it, since every rendering makes another.
  const narrowed = JSON.stringify({ q, ...filters })
  // The API orders by sales, so what was just added would be far down.
  const added = useRef<Item[]>([])

  useEffect(() => {
    const query = JSON.parse(narrowed) as { q: string } & Filters
    const key = `${attempt} ${narrowed}`
    if (!shown || readFor.current === key) return
    readFor.current = null
    const controller = new AbortController()
    setState((old) => ({ ...old, status: 'loading', loadingMore: false }))
    resource.list({ ...query, limit: PAGE_SIZE }, { signal: controller.signal }).then(
      ({ items, total, next }) => {
        readFor.current = key
        const top = query.q === '' ? added.current : []
        setState({ status: 'ready', items: [...top, ...without(items, top)], total, next, loadingMore: false })
      },
      (error) => {
        if (controller.signal.aborted) return
        setState((old) => ({ ...old, status: 'failed' }))
        toastFailure(error, resource.toasts.fetchFailed)
      },
    )
    return () => controller.abort()
  }, [resource, narrowed, shown, attempt])

  const loadMore = useCallback(async () => {
    setState((old) => ({ ...old, loadingMore: true }))
    try {
      const query = JSON.parse(narrowed) as { q: string } & Filters
      const page = await resource.list({ ...query, limit: PAGE_SIZE, ...(state.next && { cursor: state.next }) })
      setState((old) =>
        // A search that began meanwhile made this page meaningless.
        old.next === state.next
          ? { ...old, items: [...old.items, ...without(page.items, old.items)], total: page.total, next: page.next, loadingMore: false }
          : old,
      )
    } catch (error) {
      setState((old) => ({ ...old, loadingMore: false }))
      toastFailure(error, resource.toasts.fetchFailed)
    }
  }, [resource, narrowed, state.next])

  return {
    ...state,
    reload: () => setAttempt((count) => count + 1),
    loadMore,
    add: (item) => {
      added.current = [item, ...added.current]
      setState((old) => ({ ...old, items: [item, ...old.items], total: old.total + 1 }))
    },
    replace: (item) => {
      const swap = (items: Item[]) => items.map((old) => (old.id === item.id ? item : old))
      added.current = swap(added.current)
      setState((old) => ({ ...old, items: swap(old.items) }))
    },
    remove: (id) => {
      added.current = added.current.filter((item) => item.id !== id)
      setState((old) => ({ ...old, items: old.items.filter((item) => item.id !== id), total: Math.max(0, old.total - 1) }))
    },
  }
}

function without<Item extends { id: string }>(items: Item[], known: Item[]): Item[] {
  const ids = new Set(known.map((item) => item.id))
  return items.filter((item) => !ids.has(item.id))
}
