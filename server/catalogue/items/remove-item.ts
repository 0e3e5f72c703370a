import { BIN_DAYS } from '#contracts/admin/retention.ts'
import { isListed, isReachable } from '#contracts/catalogue/item-visibility.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { ignoreNotFound, notFound } from '#server/platform/problems.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { findAssetIds, storedFields } from './item-row.ts'
import { hasStates, isOverdue, isVisible, storeState } from './item-state.ts'

type Options = { by?: Actor }

/** Number of items that one run deletes from the bin; small, so that administrators can publish without a delay. */
const BIN_BATCH = 20

/** Moves an item to the bin, where only its buyers can open it. Items of kinds without states are deleted for good. */
export async function removeItem<Types extends ItemTypes>(items: Items<Types>, id: string, { by }: Options = {}): Promise<void> {
  const { kind, store, publish, announce, record } = items
  if (!hasStates(kind)) return deleteForGood(items, id, { by, verb: 'deleted' })
  await publish(async (publication) => {
    const { transaction } = publication
    const row = await store.lock(transaction, id)
    if (!row || row.deletedAt) throw notFound(kind.label)
    const { fields } = await storeState(items, publication, { id, row, columns: { deletedAt: new Date() } })
    if (isVisible(row, isListed)) await announce(transaction, store.slugs.kind, await store.slugs.list(transaction, id))
    await record(transaction, { noun: kind.noun, verb: 'deleted', subject: { id, name: kind.nameOf(fields) }, by })
  })
}

/** Restores an item from the bin in its former state. A scheduled item whose publication time has passed becomes a draft. */
export async function restoreItem<Types extends ItemTypes>(items: Items<Types>, id: string, { by }: Options = {}): Promise<void> {
  const { kind, store, publish, announce, record } = items
  await publish(async (publication) => {
    const { transaction } = publication
    const row = await store.lock(transaction, id)
    if (!row?.deletedAt) throw notFound(kind.label)
    const columns = { deletedAt: null, ...(isOverdue(row) && { state: 'draft' as const, publishAt: null }) }
    const { after, fields } = await storeState(items, publication, { id, row, columns })
    const name = kind.nameOf(fields)
    const slug = await reclaimSlug(items, transaction, { id, name })
    if (isVisible(after, isListed)) await announce(transaction, store.slugs.kind, [slug])
    await record(transaction, { noun: kind.noun, verb: 'restored', subject: { id, name }, by })
  })
}

/** Returns the slug of an item that is restored from the bin. The slug is a new one if another item has taken the former slug. */
export async function reclaimSlug<Types extends ItemTypes>(
  { store: { slugs } }: Items<Types>,
  transaction: Transaction,
  { id, name }: { id: string; name: string },
): Promise<string> {
  return (await slugs.findCurrent(transaction, id)) ?? (await slugs.claimGenerated(transaction, { id, name }))
}

/** Deletes an item and its files for good. URLs with its slugs return 410 until another item claims them. */
export async function deleteForGood<Types extends ItemTypes>(items: Items<Types>, id: string, options?: DeletionOptions): Promise<void> {
  await items.publish((publication) => deleteWithin(items, publication, id, options))
}

/** Deletes items, with their files, that have been in the bin for the retention period. */
export async function emptyBin<Types extends ItemTypes>(items: Items<Types>, signal?: AbortSignal): Promise<void> {
  for (const id of await items.store.listDeleted(BIN_BATCH, { days: BIN_DAYS }))
    if (!signal?.aborted) await ignoreNotFound(deleteForGood(items, id, { onlyInBin: true }))
}

type DeletionOptions = Options & { verb?: 'deleted' | 'deleted_for_good'; onlyInBin?: boolean }

/** Deletes an item and its files for good, in the transaction of the given publication. */
export async function deleteWithin<Types extends ItemTypes>(
  items: Items<Types>,
  { transaction, drop, withdraw }: Publication,
  id: string,
  { by, verb = 'deleted_for_good', onlyInBin = false }: DeletionOptions = {},
): Promise<void> {
  const { kind, store, announce, record } = items
  const row = await store.lock(transaction, id)
  if (!row || (onlyInBin && !row.deletedAt)) throw notFound(kind.label)
  const current: (string | undefined)[] = Object.values(await findAssetIds(items, transaction, row))
  const former = await store.formerFiles.listAssets(transaction, id)
  await store.remove(transaction, id)
  const slugs = await store.slugs.release(transaction, id)
  if (isVisible(row, isReachable)) withdraw()
  if (isVisible(row, isListed)) await announce(transaction, store.slugs.kind, slugs)
  const sharePicture = await store.sharePictures.release(transaction, id)
  if (sharePicture) await drop(sharePicture)
  for (const assetId of [...former, ...current]) if (assetId) await drop(assetId)
  await record(transaction, { noun: kind.noun, verb, subject: { id, name: kind.nameOf(storedFields(kind, row)) }, by })
}
