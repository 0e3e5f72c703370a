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

/** What differs between the kinds of items. */
type Kind<Item> = {
  singular: string
  /** Path below the API's base */
  apiPath: string
  list: (query: ListQuery, init?: RequestInit) => Promise<Page<Item>>
  /** Fetches one item, where the API has no path for it */
  fetchOne?: (id: string, init?: RequestInit) => Promise<Item>
  /** The list leaves out what the form edits, so that the form waits for the item itself */
  isListPartial?: true
  /** Turns the API's JSON into an item */
  parse: (json: unknown) => Item
  nameOf: (item: Item) => string
  /** Path of its page on the site, for what has one */
  pageOf?: (item: Item) => string
  columns: string
  toRow: (item: Item) => RowView
  /** Rejects only when it is aborted */
  checkDeletion?: (item: Item, init?: RequestInit) => Promise<DeletionCheck>
  /** Stands above the form that edits one */
  about?: (item: Item) => ReactNode
  /** The fields by which two versions of an item are compared */
  fields?: (item: Item) => ItemField[]
}

/** A kind of item with its list, form and deletion. Names and texts follow from `singular`; `given` has those that don't. */
export function defineResource<Item extends { id: string }>(
  kind: Kind<Item>,
  given: { title?: string; listUrl?: string; submitLabel?: string; added?: string; addFailed?: string } = {},
) {
  const { singular } = kind
  const plural = `${singular}s`
  const capitalized = singular.charAt(0).toUpperCase() + singular.slice(1)
  return {
    ...kind,
    plural,
    title: `${capitalized}s`,
    listUrl: `/admin/${plural}`,
    submitLabel: `Add ${singular}`,
    ...given,
    /** Their texts are given by the specification. */
    toasts: {
      fetchFailed: `Failed to fetch ${plural}`,
      added: given.added ?? `${capitalized} added successfully`,
      addFailed: given.addFailed ?? `Failed to add ${singular}`,
      updated: `${capitalized} updated successfully`,
      updateFailed: `Failed to update ${singular}`,
      deleteFailed: `Failed to delete ${singular}`,
    },
  }
}

export type Resource<Item extends { id: string }> = ReturnType<typeof defineResource<Item>>
