import type { ReactNode } from 'react'
import type { AuditNoun } from '#contracts/admin/audit.ts'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import type { Picture } from '#contracts/catalogue/item.ts'
import type { ItemForm } from '#contracts/catalogue/item-form.ts'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import type { BulkBarProps } from './bulk/use-selection.ts'

/** Content of a row: a thumbnail, a name, a subtitle, and details that become columns on wide screens. */
export type RowView = {
  nameLabel: string
  subtitle: string
  thumbnail: ReactNode
  thumbnailClass: string
  /** `wide` gives the detail a line of its own where there are no columns */
  details: { label: string; value: ReactNode; wide?: boolean }[]
}

/** Result of the check before an item is deleted. */
export type DeletionCheck = {
  /** The consequences of the deletion, in a sentence */
  warning?: string
  /** Requires the name to be typed first; the error message if it isn't */
  nameRequired?: string
  /** Called instead of removing the row from the list */
  onDeleted?: () => void
}

/** Filter or order of a list, a parameter of its API. `all` is the label for the default. */
type ListFilter = { name: string; label: string; all: string; options: readonly (readonly [value: string, label: string])[] }

export const CATEGORY_FILTER: ListFilter = {
  name: 'category',
  label: 'Category',
  all: 'All categories',
  options: CATEGORIES.map((name) => [name, name]),
}

/** Properties that differ between the kinds of items. */
type Kind<Item> = {
  singular: string
  /** Noun of the item's entries in the audit log */
  auditNoun: AuditNoun
  /** Path below the API's base */
  apiPath: string
  /** Path below the API's base for items in every state, of kinds with states and a bin */
  statesPath?: string
  /** Rendered below the name in a list */
  badgeOf?: (item: Item) => ReactNode
  isInBin?: (item: Item) => boolean
  list: (query: ListQuery, init?: RequestInit) => Promise<Page<Item>>
  /** Fetches one item, if the API has no path for a single item */
  fetchOne?: (id: string) => Promise<Item>
  /** The list omits fields that the form edits, so the form waits for the item itself */
  isListPartial?: true
  /** Converts the API's JSON to an item */
  parse: (json: unknown) => Item
  nameOf: (item: Item) => string
  /** Path of the item's public page; undefined when visitors can't open it */
  pageOf?: (item: Item) => string | undefined
  /** Whether the item has a preview link, since visitors can't open it yet */
  isPreviewed?: (item: Item) => boolean
  columns: string
  /** Filters beside the search */
  filters?: ListFilter[]
  toRow: (item: Item) => RowView
  /** Rejects only when it is aborted */
  checkDeletion?: (item: Item, init?: RequestInit) => Promise<DeletionCheck>
  /** Rendered below the list, with the common actions of the selected items; without it, no item can be selected */
  bulk?: (props: BulkBarProps<Item>) => ReactNode
  /** Rendered above the form that edits an item */
  about?: (item: Item) => ReactNode
  /** Description of the form, for kinds that have one */
  form?: ItemForm
  /** Returns the values of an item by the names of the form's fields, if they differ from the item's properties */
  valuesOf?: (item: Item) => Record<string, unknown>
  pictureOf?: (item: Item) => Picture
}

/** Defines a kind of item with its list, form and deletion. Names and texts are derived from `singular`; `given` overrides them. */
export function defineResource<Item extends { id: string }>(
  kind: Kind<Item>,
  given: { title?: string; listUrl?: string; addLabel?: string; toastNoun?: string; added?: string; addFailed?: string } = {},
) {
  const { singular } = kind
  const plural = `${singular}s`
  const noun = given.toastNoun ?? singular
  return {
    ...kind,
    valuesOf: kind.valuesOf ?? ((item: Item): Record<string, unknown> => ({ ...item })),
    plural,
    title: capitalize(plural),
    listUrl: `/admin/${plural}`,
    addLabel: `Add ${singular}`,
    ...given,
    /** The specification prescribes these texts. */
    toasts: {
      fetchFailed: `Failed to fetch ${noun}s`,
      added: given.added ?? `${capitalize(noun)} added successfully`,
      addFailed: given.addFailed ?? `Failed to add ${noun}`,
      updated: `${capitalize(noun)} updated successfully`,
      updateFailed: `Failed to update ${noun}`,
      deleteFailed: `Failed to delete ${noun}`,
    },
  }
}

function capitalize(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export type Resource<Item extends { id: string }> = ReturnType<typeof defineResource<Item>>
