import type { z } from 'zod'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import { read } from '#web/admin/kit/api.ts'
import { ApiError } from '#web/lib/api/api.ts'

/**
 * Returns list functions for items that the API returns in one response, since they are few. The search filters the items in the browser.
 * @param textOf returns the searchable text of an item
 */
export function listedAtOnce<Item extends { id: string }>(schema: z.ZodType<Item>, path: string, textOf: (item: Item) => string) {
  return {
    parse: (json: unknown): Item => schema.parse(json),
    list: async ({ q = '' }: ListQuery, init?: RequestInit): Promise<Page<Item>> => {
      const all = await read(schema.array(), path, init)
      const items = all.filter((item) => textOf(item).toLowerCase().includes(q.toLowerCase()))
      return { items, total: items.length }
    },
    fetchOne: async (id: string): Promise<Item> => {
      const item = (await read(schema.array(), path)).find((candidate) => candidate.id === id)
      if (item) return item
      throw new ApiError({ type: 'about:blank', title: 'Not found', status: 404, instance: path, requestId: '', code: 'not_found' })
    },
  }
}
