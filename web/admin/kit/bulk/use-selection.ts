import { useState } from 'react'
import { useLocation } from 'react-router'
import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import type { AdminList, ListSource } from '#web/admin/kit/list/use-admin-list.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { loadMatching } from './bulk-item.ts'

export type BulkBarProps<Item> = { list: AdminList<Item>; selection: Selection<Item> }

export type Selection<Item> = ReturnType<typeof useSelection<Item & { id: string }>>

/** Selected list items for a bulk action. A new search or filter clears the selection. */
export function useSelection<Item extends { id: string }>(source: ListSource<Item>, list: AdminList<Item>) {
  const { search } = useLocation()
  const [stored, setStored] = useState({ search, ids: new Map<string, Item>() })
  const chosen = stored.search === search ? stored.ids : new Map<string, Item>()
  const listed = new Map(list.items.map((item) => [item.id, item]))

  const choose = (items: Item[]) => setStored({ search, ids: new Map(items.slice(0, BULK_ITEMS).map((item) => [item.id, item])) })

  const matching = useAdminAction(async () => choose((await loadMatching(source, list.query)).items), source.toasts.fetchFailed)

  return {
    /** Current versions of the selected items in the list */
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
