import type { ReactNode } from 'react'
import type { AuditNoun } from '#contracts/admin/audit.ts'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import type { Picture } from '#contracts/catalogue/item.ts'
import type { ItemForm } from '#contracts/catalogue/item-form.ts'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import type { BulkBarProps } from './bulk/use-selection.ts'

/** Content of a list row: thumbnail, name, subtitle, and details that become columns on wide screens. */
export type RowView = {
  nameLabel: string
  subtitle: string
  thumbnail: ReactNode
  thumbnailClass: string
  /** `wide` puts the detail on a separate line on narrow screens, which have no columns */
  details: { label: string; value: ReactNode; wide?: boolean }[]
}

/** Result of the check before an item is deleted. */
export type DeletionCheck = {
  /** Consequences of the deletion, in a sentence */
  warning?: string
  /** Requires the administrator to type the item's name before the deletion; contains the error message for a wrong name */
  nameRequired?: string
  /** Called after the deletion instead of removing the row from the list */
  onDeleted?: () => void
}

/** Filter or sort order of a list, sent as a parameter to the API. `all` is the label of the default option. */
type ListFilter = { name: string; label: string; all: string; options: readonly (readonly [value: string, label: string])[] }

export const CATEGORY_FILTER: ListFilter = {
  name: 'category',
  label: 'Category',
  all: 'All categories',
  options: CATEGORIES.map((name) => [name, name]),
}

/** Properties of a kind of item, such as books, that determine its list, form and deletion. */
type Kind<Item> = {
  singular: string
  /** Noun for the items in the audit log */
  auditNoun: AuditNoun
  /** API path of the items, relative to the base URL */
  apiPath: string
  /** API path of the items in every state, for kinds with states and a bin */
  statesPath?: string
  /** Returns the badge below an item's name in a list */
  badgeOf?: (item: Item) => ReactNode
  isInBin?: (item: Item) => boolean
  list: (query: ListQuery, init?: RequestInit) => Promise<Page<Item>>
  /** Fetches one item, for kinds whose API has no path for a single item */
  fetchOne?: (id: string) => Promise<Item>
  /** Set if the list omits fields that the form edits, so that the form waits for the complete item */
  isListPartial?: true
  /** Converts JSON of the API to an item */
  parse: (json: unknown) => Item
  nameOf: (item: Item) => string
  /** Returns the path of the item's public page; undefined if visitors can't open the page */
  pageOf?: (item: Item) => string | undefined
  /** Returns whether the item has a preview link because visitors can't open it yet */
  isPreviewed?: (item: Item) => boolean
  columns: string
  /** Filters displayed beside the search box */
  filters?: ListFilter[]
  toRow: (item: Item) => RowView
  /** Checks the consequences before an item is deleted. Rejects only when the check is aborted */
  checkDeletion?: (item: Item, init?: RequestInit) => Promise<DeletionCheck>
  /** Renders the bulk actions for the selected items below the list. If absent, items can't be selected */
  bulk?: (props: BulkBarProps<Item>) => ReactNode
  /** Renders additional content above the form that edits an item */
  about?: (item: Item) => ReactNode
  /** Field description of the form, for kinds that have one */
  form?: ItemForm
  /** Returns the form values of an item by field name, if they differ from the item's properties */
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
    /** The wording of the toasts is prescribed by the specification. */
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
