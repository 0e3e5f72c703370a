import type { AuditChange, AuditVerb } from '#contracts/admin/audit.ts'
import type { BulkChange, BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import { isListed } from '#contracts/catalogue/item-visibility.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import { isStale } from '#server/platform/database/row-version.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import { conflict } from '#server/platform/problems.ts'
import { planChange, storeChange } from './change-item.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { storedFields } from './item-row.ts'
import { isOverdue, isVisible } from './item-state.ts'
import { reclaimSlug } from './remove-item.ts'

/** Maximum number of free items that can get a price in one action, since a preview is created from each file first. */
export const MAX_NEW_PREVIEWS = 50
const NAMED = 3

export type ItemChange = Pick<BulkChange['items'][number], 'id' | 'updatedAt' | 'deleted'> & Record<string, unknown>

/**
 * Changes fields of several items, moves them to the bin or restores them, in one transaction with one catalogue version. The audit log
 * gets one entry with all values, so that the action can be reverted. The whole action is refused if any item was changed in the meantime.
 * @param reverts id of the audit log entry whose action is reverted
 */
export async function changeItems<Types extends ItemTypes>(
  items: Items<Types>,
  wanted: ItemChange[],
  { by, reverts }: { by?: Actor; reverts?: string } = {},
): Promise<BulkOutcome> {
  const { kind, store, publish, announce, record } = items
  const found = new Map((await store.findMany(wanted.map(({ id }) => id))).map((item) => [item.id, item]))
  // Rows are locked in a fixed order, so that concurrent actions can't deadlock.
  const changes = wanted
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ id, updatedAt, deleted, ...sent }) => {
      const before = found.get(id)
      return before ? [{ before, updatedAt, deleted, given: parseFields(kind.changes, sent) as Partial<Types['fields']> }] : []
    })
  if (changes.length < wanted.length) throw outdated(items, [])
  const previews = await prepareMore(items, changes)
  try {
    return await publish(async (publication) => {
      const { transaction } = publication
      const recorded: AuditChange[] = []
      const slugs: string[] = []
      const stale: string[] = []
      const changed: string[] = []
      for (const { before, updatedAt, deleted, given } of changes) {
        const { id } = before
        const row = await store.lock(transaction, id)
        const name = row && kind.nameOf(storedFields(kind, row))
        if (!row || name === undefined || isStale(row.updatedAt, updatedAt) || (row.deletedAt && deleted !== false)) {
          stale.push(name ?? before.slug)
          continue
        }
        const isRestored = deleted === false && Boolean(row.deletedAt)
        const plan = planChange(kind, row, { ...(isRestored && isOverdue(row) && { state: 'draft' }), ...given }, deleted)
        const differing = changesBetween(plan.former, plan.changed as never, { longest: Infinity })
        if (differing.length === 0) continue
        const { after } = await storeChange(items, publication, { id, row, plan, prepared: {}, more: previews.get(id) })
        recorded.push(...differing.map((change) => ({ ...change, item: { id, name } })))
        const slug = isRestored ? await reclaimSlug(items, transaction, { id, name }) : before.slug
        if (isVisible(row, isListed) || isVisible(after, isListed))
          slugs.push(...(deleted ? await store.slugs.list(transaction, id) : [slug]))
        changed.push(id)
      }
      if (stale.length > 0) throw outdated(items, stale)
      if (changed.length === 0) return { action: null, changed: [], skipped: [] }
      await announce(transaction, store.slugs.kind, slugs)
      const action = await record(transaction, {
        noun: kind.noun,
        verb: reverts ? 'reverted' : verbOf(recorded),
        subject: { id: reverts, name: countItems(items, changed.length) },
        changes: recorded,
        by,
      })
      const stored = await store.findMany(changed, transaction)
      const states = stored.map(({ id, updatedAt, state = 'published', publishAt = null, publishedAt = null, deletedAt = null }) => ({
        id,
        updatedAt,
        state,
        publishAt,
        publishedAt,
        deletedAt,
      }))
      return { action, changed: states, skipped: [] }
    })
  } finally {
    for (const more of previews.values()) await more.discard()
  }
}

function verbOf(changes: AuditChange[]): AuditVerb {
  const moved = changes.find(({ field }) => field === 'deleted')
  if (!moved) return 'changed'
  return moved.to === 'yes' ? 'deleted' : 'restored'
}

type PreparedMore<Types extends ItemTypes> = NonNullable<Awaited<ReturnType<NonNullable<Items<Types>['kind']['prepareMore']>>>>

/** Prepares further data of single items, such as the preview of an item that gets a price. */
async function prepareMore<Types extends ItemTypes>(
  { kind }: Items<Types>,
  changes: { before: Types['item']; given: Partial<Types['fields']> }[],
): Promise<Map<string, PreparedMore<Types>>> {
  const prepared = new Map<string, PreparedMore<Types>>()
  try {
    for (const { before, given } of changes) {
      const more = await kind.prepareMore?.(before, Object.assign({}, before, given), {})
      if (more) prepared.set(before.id, more)
      if (prepared.size > MAX_NEW_PREVIEWS)
        throw conflict(
          `At most ${MAX_NEW_PREVIEWS} free ${kind.label}s can get a price at once`,
          'A preview is created from the file of each item.',
        )
    }
    return prepared
  } catch (error) {
    for (const more of prepared.values()) await more.discard()
    throw error
  }
}

export function countItems<Types extends ItemTypes>({ kind: { label } }: Pick<Items<Types>, 'kind'>, count: number): string {
  return `${count} ${label}${count === 1 ? '' : 's'}`
}

/** Returns the error for an action with items that other people changed or deleted in the meantime. */
export function outdated<Types extends ItemTypes>({ kind: { label } }: Pick<Items<Types>, 'kind'>, names: string[]) {
  const quoted = names.slice(0, NAMED).map((name) => `“${name}”`)
  const which = quoted.length > 0 ? ` Changed: ${quoted.join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}.` : ''
  return conflict(
    `Someone else has changed or deleted some of these ${label}s`,
    `Nothing was saved.${which} Load the list again, then repeat your change.`,
  )
}
