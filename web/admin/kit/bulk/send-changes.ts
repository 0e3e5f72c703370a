import { BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { ItemState } from '#contracts/catalogue/item-state.ts'
import { post } from '#web/admin/kit/api.ts'
import { clearFailure, describeFailure, hasStatus, toastFailure } from '#web/admin/kit/failures.ts'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { toast, UNDO_MS } from '#web/lib/toast.ts'
import type { BulkItem } from './bulk-item.ts'

/** New values of an item in a bulk change. `deleted` moves the item to the bin or restores it. */
export type ItemChange<Item> = {
  item: Item
  price?: number
  categories?: string[]
  state?: ItemState
  publishAt?: string | undefined
  deleted?: boolean
}

/** Reverts a bulk change, identified by the id of its audit entry. */
export function revertChange(apiPath: string, action: string): Promise<BulkOutcome> {
  return post(BulkOutcome, `${apiPath}/changes/${encodeURIComponent(action)}/revert`, {})
}

/**
 * Saves changes to several items as one action, updates the list and offers an undo button. Items that are deleted or restored disappear
 * from the list.
 */
export async function sendChanges<Item extends BulkItem>(
  { apiPath, singular }: Pick<Resource<Item>, 'apiPath' | 'singular'>,
  list: Pick<AdminList<Item>, 'replace' | 'remove' | 'putBack'>,
  changes: ItemChange<Item>[],
): Promise<void> {
  if (changes.length === 0) return
  const items = changes.map(({ item: { id, updatedAt }, ...fields }) => ({ id, updatedAt, ...fields }))
  const isMoved = changes.some(({ deleted }) => deleted !== undefined)
  const { action, changed } = await post(BulkOutcome, `${apiPath}/changes`, { items })
  if (isMoved) for (const { id } of changed) list.remove(id)
  else updateList(changed, ({ item, deleted: _, ...fields }) => ({ ...item, ...fields }), list.replace)
  const undo = action && { undo: () => void revert(action), duration: UNDO_MS }
  toast.success(describeChange(changed.length, changes[0]?.deleted, singular), { id: 'bulk', ...undo })

  function updateList(outcome: BulkOutcome['changed'], valuesOf: (change: ItemChange<Item>) => Item, update: (item: Item) => void) {
    const stored = new Map(outcome.map((values) => [values.id, values]))
    for (const change of changes) {
      const values = stored.get(change.item.id)
      if (values) update({ ...valuesOf(change), ...values })
    }
  }

  async function revert(id: string) {
    try {
      const { changed: reverted, skipped } = await revertChange(apiPath, id)
      clearFailure(id)
      updateList(reverted, ({ item }) => item, isMoved ? list.putBack : list.replace)
      toast.success(describeRevert(reverted, skipped, { singular, isMoved }))
    } catch (error) {
      const isFinal = hasStatus(error, 404) || hasStatus(error, 409)
      const again = isFinal ? {} : { undo: () => void revert(id), duration: UNDO_MS }
      toastFailure(error, joinSentences('The change could not be undone', describeFailure(error)), id, again)
    }
  }
}

function describeChange(count: number, deleted: boolean | undefined, singular: string): string {
  const did = deleted === undefined ? 'changed' : deleted ? 'moved to the bin' : 'restored'
  return `${pluralize(count, singular)} ${did}`
}

/** @param isMoved whether the reverted action deleted or restored items */
export function describeRevert(
  reverted: BulkOutcome['changed'],
  skipped: string[],
  { singular, isMoved }: { singular: string; isMoved: boolean },
): string {
  const count = pluralize(reverted.length, singular)
  const isInBin = reverted.some(({ deletedAt }) => deletedAt !== null)
  const done = !isMoved ? `Change undone for ${count}` : isInBin ? `${count} moved to the bin again` : `${count} restored from the bin`
  const left =
    skipped.length === 1
      ? '1 was changed since then and stays as it is.'
      : `${skipped.length.toLocaleString('en')} were changed since then and stay as they are.`
  return skipped.length > 0 ? `${done}. ${left}` : done
}
