import type { Page } from '#contracts/common/list.ts'

/** Items that are read at once, so that a large list needs little memory */
const ITEMS_AT_A_TIME = 100

/** Reads all pages of a list, one after the other. */
export async function* pagesOf<Item>(list: (part: { limit: number; cursor?: string }) => Promise<Page<Item>>): AsyncGenerator<Item[]> {
  let cursor: string | undefined
  do {
    const page = await list({ limit: ITEMS_AT_A_TIME, cursor })
    yield page.items
    cursor = page.next
  } while (cursor)
}
