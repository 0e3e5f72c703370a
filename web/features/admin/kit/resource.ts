import type { ProductKind } from '#contracts/access.ts'
import type { ListQuery, Page } from '#contracts/list.ts'

/** A file's value is its address, which says nothing to people. */
export type ItemFact = { label: string; value: string; isFile?: boolean }

/** A noun of the admin area: where it lives and what is said about it. Its list, its form and its deletion are the same for all. */
export type Resource<Item extends { id: string }> = {
  /** Address of its page */
  home: string
  /** Path of its calls */
  path: string
  one: string
  many: string
  title: string
  list: (query: ListQuery, init?: RequestInit) => Promise<Page<Item>>
  /** Reads one item, where the API has no address for it */
  find?: (id: string, init?: RequestInit) => Promise<Item>
  /** An item from the API's JSON */
  read: (json: unknown) => Item
  nameOf: (item: Item) => string
  /** Finds the id of the one who is signed in, where the items are accounts */
  findOwnId?: () => Promise<string>
  /** What it is sold as, where it is */
  product?: ProductKind
  /** What an item says, for someone who compares two versions of it */
  facts?: (item: Item) => ItemFact[]
  /** Toasts, to the letter of the specification */
  toasts: {
    fetchFailed: string
    added: string
    addFailed: string
    updated: string
    updateFailed: string
    deleteFailed: string
  }
}
