import type { BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import { findEntry } from '#server/platform/audit/record-action.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { conflict, notFound } from '#server/platform/problems.ts'
import { changeItems, type ItemChange } from './change-items.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { isOverdue } from './item-state.ts'

/**
 * Reverts an action of `changeItems`. The items get the values and states that the audit log entry contains, and leave the bin if the
 * action moved them there. Items that were changed again or deleted in the meantime are skipped, so that no later change is lost.
 */
export async function revertChange<Types extends ItemTypes>(
  items: Items<Types> & { orm: Orm },
  action: string,
  { by }: { by?: Actor },
): Promise<BulkOutcome> {
  const { kind, store, orm } = items
  const entry = await findEntry(orm, action)
  const changes = entry?.noun === kind.noun ? entry.changes.flatMap(({ item, ...change }) => (item ? [{ ...change, item }] : [])) : []
  if (changes.length === 0) throw notFound('action')
  const stored = new Map((await store.findMany(changes.map(({ item }) => item.id))).map((item) => [item.id, item]))
  const skipped: string[] = []
  const wanted: ItemChange[] = []
  for (const [id, fields] of Map.groupBy(changes, ({ item }) => item.id)) {
    const now = stored.get(id)
    const isInBin = Boolean(now?.deletedAt)
    const wasMoved = fields.some(({ field }) => field === 'deleted')
    const isAsLeft = fields.every(({ field, to }) => isEqual({ ...now, deleted: isInBin }, { [field]: to }))
    if (!now || !isAsLeft || (isInBin && !wasMoved)) {
      skipped.push(fields[0]?.item.name ?? id)
      continue
    }
    const { deleted, ...former } = Object.fromEntries(fields.map(({ field, from }) => [field, from]))
    wanted.push({
      ...former,
      ...(isOverdue(former) && { state: 'draft' }),
      ...(wasMoved && { deleted: deleted === 'yes' }),
      id,
      updatedAt: now.updatedAt,
    })
  }
  if (wanted.length === 0) throw conflict('This change can’t be undone', 'All its items were changed again or deleted since then.')
  const outcome = await changeItems(items, wanted, { by, reverts: action })
  return { ...outcome, skipped }
}

function isEqual(now: object, left: Record<string, string | undefined>): boolean {
  return changesBetween(now as Record<string, unknown>, left, { longest: Number.POSITIVE_INFINITY }).length === 0
}
