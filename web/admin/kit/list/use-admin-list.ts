import { useState } from 'react'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { toastFailure } from '#web/admin/kit/failures.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { usePages } from '#web/lib/use-pages.ts'

const PAGE_SIZE = 50

export type ListSource<Item> = {
  list: (query: ListQuery) => Promise<Page<Item>>
  toasts: { fetchFailed: string }
}

export function listSource<Item>(path: string, fetchFailed: string): ListSource<Item> {
  return { list: (query) => adminApi.list(path, query), toasts: { fetchFailed } }
}

/** First page of a list, with the query that found it. */
export type FirstPage<Item> = Page<Item> & { query: ListQuery }

export type AdminList<Item> = ReturnType<typeof useAdminList<Item & { id: string }>>

/** Starts fetching the list that the URL's search and filters describe. */
export function startLoadingList<Item>({ list }: ListSource<Item>, url: string, filters: string[] = []): Promise<FirstPage<Item>> {
  const params = new URL(url).searchParams
  const query = { ...Object.fromEntries(['q', ...filters].map((name) => [name, params.get(name) ?? ''])), limit: PAGE_SIZE }
  return startLoading(async () => ({ ...(await list(query)), query }))
}

/** Changes to the items of a list since its first page was loaded. */
type Edits<Item> = { first: FirstPage<Item>; replaced: Map<string, Item | null>; count: number }

const EMPTY: FirstPage<never> = { items: [], total: 0, query: {} }

/** List that loads page by page, and in which single items are added, replaced and removed without a reload. */
export function useAdminList<Item extends { id: string }>({ list, toasts }: ListSource<Item>, loading: Promise<FirstPage<Item>>) {
  const { value: first = EMPTY, failure, isLoading, reload } = useLoaded(loading, toasts.fetchFailed)
  const pages = usePages({
    first,
    fetchPage: (cursor) => list({ ...first.query, cursor }),
    onError: (error) => toastFailure(error, toasts.fetchFailed),
  })
  const [stored, setStored] = useState<Edits<Item>>(() => startEdits(first))
  const edits = stored.first === first ? stored : startEdits(first)
  // The API sorts by sales, so a new item would be far down: it is put on top of the displayed list and of the whole list.
  const [added, setAdded] = useState<{ item: Item; to: FirstPage<Item> }[]>([])
  const top = added.filter(({ to }) => to === first || !first.query.q).map(({ item }) => item)
  const onTop = new Set(top.map(({ id }) => id))
  const rest = pages.items.filter(({ id }) => !onTop.has(id)).map((item) => edits.replaced.get(item.id) ?? item)

  function edit(id: string | undefined, item: Item | null, change: number) {
    setStored((old) => {
      const { replaced, count } = old.first === first ? old : startEdits(first)
      return { first, replaced: id === undefined ? replaced : new Map(replaced).set(id, item), count: count + change }
    })
  }

  return {
    status: failure ? ('failed' as const) : isLoading ? ('loading' as const) : ('ready' as const),
    items: [...top, ...rest.filter(({ id }) => edits.replaced.get(id) !== null)],
    total: Math.max(0, pages.total + edits.count),
    next: pages.next,
    loadingMore: pages.state === 'loading',
    loadMore: pages.loadMore,
    reload,
    add: (item: Item) => {
      setAdded((old) => [{ item, to: first }, ...old])
      edit(undefined, null, 1)
    },
    replace: (item: Item) => {
      setAdded((old) => old.map((entry) => (entry.item.id === item.id ? { ...entry, item } : entry)))
      edit(item.id, item, 0)
    },
    remove: (id: string) => {
      setAdded((old) => old.filter(({ item }) => item.id !== id))
      edit(id, null, -1)
    },
  }
}

function startEdits<Item>(first: FirstPage<Item>): Edits<Item> {
  return { first, replaced: new Map(), count: 0 }
}
