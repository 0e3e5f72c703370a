import type { BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import { findEntry } from '#server/platform/audit/find-entry.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import { conflict, notFound } from '#server/platform/problems.ts'
import { changeItems } from './change-items.ts'
import type { Items, ItemTypes } from './item-kind.ts'

/**
 * Reverts an action of `changeItems`: its items get the values back that the entry in the audit log lists. Items that were changed again or
 * deleted since are skipped, so that no later change is lost.
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
  const skipped = new Set<string>()
  const wanted = new Map<string, { id: string; updatedAt: string } & Record<string, unknown>>()
  for (const { item, field, from, to } of changes) {
    const now = stored.get(item.id)
    const isAsLeft =
      now &&
      !now.deletedAt &&
      changesBetween(now as never, parseFields(kind.changes, { [field]: to }) as never, { longest: Infinity }).length === 0
    if (isAsLeft) wanted.set(item.id, { ...wanted.get(item.id), id: item.id, updatedAt: now.updatedAt, [field]: from })
    else skipped.add(item.name)
  }
  if (wanted.size === 0) throw conflict('Nothing can be reverted', 'All items of this action were changed again or deleted since.')
  const outcome = await changeItems(items, [...wanted.values()], { by, reverts: action })
  return { ...outcome, skipped: [...skipped] }
}
