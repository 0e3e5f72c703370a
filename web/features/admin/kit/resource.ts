import type { ReactNode } from 'react'
import type { ListQuery, Page } from '#contracts/list.ts'

/** What a row shows: a thumbnail, a name, a subtitle, and details that become columns where there is room. */
export type RowView = {
  nameLabel: string
  subtitle: string
  thumbnail: ReactNode
  thumbnailClass: string
  /** `wide` takes a whole line where there are no columns */
  details: { label: string; value: ReactNode; wide?: boolean }[]
}

/** The value of a file is its URL, which is not shown. */
export type ItemField = { label: string; value: string; isFile?: boolean }

/** What precedes the deletion of an item. */
export type DeletionCheck = {
  /** What follows from it, in a sentence */
  warning?: string
  /** The name has to be typed first; the error when it isn't */
  nameRequired?: string
  /** Replaces removing the row from the list */
  onDeleted?: () => void
}

/** A kind of item with its list, form and deletion: URLs, names, and how it is read. */
export type Resource<Item extends { id: string }> = {
  /** URL of its list */
  listUrl: string
  /** Path below the API's base */
  apiPath: string
  singular: string
  plural: string
  title: string
  list: (query: ListQuery, init?: RequestInit) => Promise<Page<Item>>
  /** Fetches one item, where the API has no path for it */
  fetchOne?: (id: string, init?: RequestInit) => Promise<Item>
  /** Turns the API's JSON into an item */
  parse: (json: unknown) => Item
  nameOf: (item: Item) => string
  /** The classes of the rows' grid on wide screens */
  columns: string
  toRow: (item: Item) => RowView
  /** Rejects only when it is aborted */
  checkDeletion?: (item: Item, init?: RequestInit) => Promise<DeletionCheck>
  /** The fields by which two versions of an item are compared */
  fields?: (item: Item) => ItemField[]
  /** Toasts, whose texts the specification gives */
  toasts: {
    fetchFailed: string
    added: string
    addFailed: string
    updated: string
    updateFailed: string
    deleteFailed: string
  }
}
