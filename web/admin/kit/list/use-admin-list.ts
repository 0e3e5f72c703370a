import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { clearFailure, hasStatus, toastFailure } from '#web/admin/kit/failures.ts'
import { useRemembered } from '#web/admin/kit/remembered.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { usePages } from '#web/lib/use-pages.ts'
import type { ListPlace } from './use-list-place.ts'

const PAGE_SIZE = 50

export type ListSource<Item> = {
  list: (query: ListQuery) => Promise<Page<Item>>
  toasts: { fetchFailed: string }
}

export function listSource<Item>(path: string, fetchFailed: string): ListSource<Item> {
  return { list: (query) => adminApi.list(path, query), toasts: { fetchFailed } }
}

/** First page of a list, with the query that returned the page. */
export type FirstPage<Item> = Page<Item> & { query: ListQuery }

export type AdminList<Item> = ReturnType<typeof useAdminList<Item & { id: string }>>

/** Starts fetching the list for the search and filters of a URL. */
export function startLoadingList<Item>({ list, toasts }: ListSource<Item>, url: string, filters: string[] = []): Promise<FirstPage<Item>> {
  const params = new URL(url).searchParams
  const query = { ...Object.fromEntries(['q', ...filters].map((name) => [name, params.get(name) ?? ''])), limit: PAGE_SIZE }
  const loading = startLoading(async () => ({ ...(await list(query)), query }))
  // A 401 error is reported immediately, since the shell redirects to the sign-in page before the list page can report the error.
  loading.catch((error: unknown) => hasStatus(error, 401) && toastFailure(error, toasts.fetchFailed))
  return loading
}

/**
 * Returns whether the list is reloaded after a navigation. React Router reloads the data of every displayed route by default. The list is
 * not reloaded when an item's page opens or closes, only for a new search or filter and after “Try again”.
 */
export function revalidatesList({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && currentUrl.search === nextUrl.search ? false : defaultShouldRevalidate
}

/** Changes to the items of a list since the first page was loaded. */
type Edits<Item> = { first: FirstPage<Item>; replaced: Map<string, Item | null>; count: number }

type Loaded<Item> = {
  first: FirstPage<Item>
  later: Page<Item>[]
  edits: Edits<Item>
  added: { item: Item; to: FirstPage<Item>; isRemoved?: boolean }[]
}

const EMPTY: FirstPage<never> = { items: [], total: 0, query: {} }

/**
 * State of a list that loads page by page, and in which items are added, replaced and removed without a reload. Back restores the previous
 * state of the list.
 */
export function useAdminList<Item extends { id: string }>({ list, toasts }: ListSource<Item>, loading: Promise<FirstPage<Item>>) {
  const [known, remember] = useRemembered<Loaded<Item>>('list')
  const [atStart] = useState(loading)
  const { value, failure, isLoading, reload } = useLoaded(loading, toasts.fetchFailed)
  const left = loading === atStart ? known : undefined
  const first = left?.first ?? value ?? EMPTY
  const place = useRef<ListPlace>({ scrollY: 0 })
  const pages = usePages({
    first,
    later: left?.later,
    fetchPage: async (cursor) => {
      const page = await list({ ...first.query, cursor })
      clearFailure(toasts.fetchFailed)
      return page
    },
    onError: (error) => toastFailure(error, toasts.fetchFailed),
  })
  const [stored, setStored] = useState<Edits<Item>>(() => left?.edits ?? startEdits(first))
  const edits = stored.first === first ? stored : startEdits(first)
  // A new item is displayed on top of the list. Books are sorted by sales, so a new book would otherwise be far down.
  const [added, setAdded] = useState<Loaded<Item>['added']>(() => left?.added ?? [])
  const top = added.filter(({ to, isRemoved }) => !isRemoved && (to === first || !first.query.q)).map(({ item }) => item)
  const onTop = new Set(top.map(({ id }) => id))
  const rest = pages.items.filter(({ id }) => !onTop.has(id)).map((item) => edits.replaced.get(item.id) ?? item)

  const { later } = pages
  useEffect(() => {
    if (first !== EMPTY) remember({ first, later, edits, added })
  }, [remember, first, later, edits, added])

  function edit(id: string | undefined, item: Item | null, change: number) {
    setStored((old) => {
      const { replaced, count } = old.first === first ? old : startEdits(first)
      return { first, replaced: id === undefined ? replaced : new Map(replaced).set(id, item), count: count + change }
    })
  }

  const items = [...top, ...rest.filter(({ id }) => edits.replaced.get(id) !== null)]

  function change(id: string, changes: { item?: Item; isRemoved?: boolean }) {
    setAdded((old) => old.map((entry) => (entry.item.id === id ? { ...entry, ...changes } : entry)))
  }

  // The next page is loaded when all loaded items have been removed, for example by a bulk deletion.
  const isExhausted = items.length === 0 && pages.next !== undefined && pages.state === 'idle'
  const { loadMore } = pages
  const loadNext = useEffectEvent(() => void loadMore())
  useLayoutEffect(() => {
    if (isExhausted) loadNext()
  }, [isExhausted])

  return {
    status: left ? ('ready' as const) : failure ? ('failed' as const) : isLoading ? ('loading' as const) : ('ready' as const),
    place,
    query: first.query,
    items,
    total: Math.max(0, pages.total + edits.count),
    next: pages.next,
    loadingMore: pages.state === 'loading',
    loadMore,
    reload,
    add: (item: Item) => {
      setAdded((old) => [{ item, to: first }, ...old])
      edit(undefined, null, 1)
    },
    replace: (item: Item) => {
      change(item.id, { item })
      edit(item.id, item, 0)
    },
    remove: (id: string) => {
      change(id, { isRemoved: true })
      edit(id, null, -1)
    },
    /** Undoes `remove`: the item returns to its previous position. */
    putBack: (item: Item) => {
      change(item.id, { item, isRemoved: false })
      edit(item.id, item, 1)
    },
  }
}

function startEdits<Item>(first: FirstPage<Item>): Edits<Item> {
  return { first, replaced: new Map(), count: 0 }
}
