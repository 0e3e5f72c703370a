import { BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import { post } from '#web/admin/kit/api.ts'
import { clearFailure, describeFailure, toastFailure } from '#web/admin/kit/failures.ts'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { toast, UNDO_MS } from '#web/lib/toast.ts'
import type { BulkItem } from './bulk-item.ts'

/** New values of an item */
export type ItemChange<Item> = { item: Item; price?: number; categories?: string[] }

/** Reverts a change of several items by the id of its entry in the audit log. */
export function revertChange(apiPath: string, action: string): Promise<BulkOutcome> {
  return post(BulkOutcome, `${apiPath}/changes/${encodeURIComponent(action)}/revert`, {})
}

/** Saves the changes as one action, updates the list and offers to undo it. */
export async function sendChanges<Item extends BulkItem>(
  { apiPath, singular }: Pick<Resource<Item>, 'apiPath' | 'singular'>,
  list: Pick<AdminList<Item>, 'replace'>,
  changes: ItemChange<Item>[],
): Promise<void> {
  const items = changes.map(({ item: { id, updatedAt }, ...fields }) => ({ id, updatedAt, ...fields }))
  const { action, changed } = await post(BulkOutcome, `${apiPath}/changes`, { items })
  updateList(changed, ({ item, ...fields }) => ({ ...item, ...fields }))
  const undo = action && { undo: () => void revert(action), duration: UNDO_MS }
  toast.success(`${pluralize(changed.length, singular)} changed`, { id: 'bulk', ...undo })

  function updateList(outcome: BulkOutcome['changed'], valuesOf: (change: ItemChange<Item>) => Item) {
    const versions = new Map(outcome.map(({ id, updatedAt }) => [id, updatedAt]))
    for (const change of changes) {
      const updatedAt = versions.get(change.item.id)
      if (updatedAt) list.replace({ ...valuesOf(change), updatedAt })
    }
  }

  async function revert(id: string) {
    try {
      const { changed: reverted, skipped } = await revertChange(apiPath, id)
      clearFailure(id)
      updateList(reverted, ({ item }) => item)
      toast.success(describeRevert(reverted.length, skipped, singular))
    } catch (error) {
      toastFailure(error, joinSentences('The change was not undone', describeFailure(error)), id)
    }
  }
}

export function describeRevert(reverted: number, skipped: string[], singular: string): string {
  const done = `Former values restored for ${pluralize(reverted, singular)}`
  return skipped.length > 0 ? `${done}. ${skipped.length.toLocaleString('en')} changed since and left as they are.` : done
}
