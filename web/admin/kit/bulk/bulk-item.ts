import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import type { ItemState } from '#contracts/catalogue/item-state.ts'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import type { ListSource } from '#web/admin/kit/list/use-admin-list.ts'

/** List item that supports bulk changes. */
export type BulkItem = {
  id: string
  title: string
  price: number
  categories: string[]
  state: ItemState
  publishAt: string | null
  deletedAt: string | null
  updatedAt: string
}

const PAGE_SIZE = 100

/** Loads the items that match a list query, up to the maximum number of items of a bulk action. */
export async function loadMatching<Item extends { id: string }>(
  { list }: Pick<ListSource<Item>, 'list'>,
  query: ListQuery,
): Promise<{ items: Item[]; total: number }> {
  const found = new Map<string, Item>()
  let page: Page<Item>
  let cursor: string | undefined
  do {
    page = await list({ ...query, limit: PAGE_SIZE, ...(cursor && { cursor }) })
    for (const item of page.items) found.set(item.id, item)
    cursor = page.next
  } while (cursor && found.size < BULK_ITEMS)
  return { items: [...found.values()].slice(0, BULK_ITEMS), total: page.total }
}
