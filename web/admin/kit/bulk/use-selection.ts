import { useState } from 'react'
import { useLocation } from 'react-router'
import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import { clearFailure, toastFailure } from '#web/admin/kit/failures.ts'
import type { AdminList, ListSource } from '#web/admin/kit/list/use-admin-list.ts'
import { useAction } from '#web/lib/use-action.ts'
import { loadMatching } from './bulk-item.ts'

export type BulkBarProps<Item> = { list: AdminList<Item>; selection: Selection<Item> }

export type Selection<Item> = ReturnType<typeof useSelection<Item & { id: string }>>

/** Items of a list that are selected for a common action. Another search or filter ends the selection. */
export function useSelection<Item extends { id: string }>(source: ListSource<Item>, list: AdminList<Item>) {
  const { search } = useLocation()
  const [stored, setStored] = useState({ search, ids: new Map<string, Item>() })
  const chosen = stored.search === search ? stored.ids : new Map<string, Item>()
  const listed = new Map(list.items.map((item) => [item.id, item]))
  const { fetchFailed } = source.toasts

  const choose = (items: Item[]) => setStored({ search, ids: new Map(items.slice(0, BULK_ITEMS).map((item) => [item.id, item])) })

  const matching = useAction(
    async () => {
      choose((await loadMatching(source, list.query)).items)
      clearFailure(fetchFailed)
    },
    (error) => toastFailure(error, fetchFailed),
  )

  return {
    /** As the list has them now */
    items: [...chosen.values()].map((item) => listed.get(item.id) ?? item),
    has: (id: string) => chosen.has(id),
    isFull: chosen.size >= BULK_ITEMS,
    set: (item: Item, isChosen: boolean) => choose([...chosen.values()].filter(({ id }) => id !== item.id).concat(isChosen ? [item] : [])),
    chooseListed: () => choose(list.items),
    chooseMatching: () => void matching.run(),
    busy: matching.busy,
    clear: () => choose([]),
  }
}
