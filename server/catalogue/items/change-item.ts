import { and, eq } from 'drizzle-orm'
import { REMOVED_FILE } from '#contracts/admin/audit.ts'
import { isListed } from '#contracts/catalogue/item-visibility.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { PreparedAsset } from '#server/media/store/media-asset.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import { refuseStale } from '#server/platform/database/row-version.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import { invalidRequest, notFound } from '#server/platform/problems.ts'
import type { AssetIds, AssetKind, Items, ItemTypes, Prepared } from './item-kind.ts'
import { assetsOf, findAssetIds, prepareFiles, storedFields, storeEditions, storeFiles, toColumns } from './item-row.ts'
import { changeState, hasStates, isVisible, setAudiences, splitState } from './item-state.ts'
import { claimSlug } from './publish-item.ts'

/** Changes an item. Files, row, catalogue version and audit log entry are stored together. Omitted fields and files stay unchanged. */
export async function changeItem<Types extends ItemTypes>(
  items: Items<Types>,
  id: string,
  form: MultipartForm<Types['file']>,
  { by }: { by?: Actor } = {},
): Promise<void> {
  const { kind, store, publish, announce, record } = items
  const { noun, label, nameOf } = kind
  const { updatedAt, slug, stateFields, sent } = parseChanges(kind, form.fields)
  const before = await store.find(id)
  if (!before || before.deletedAt) throw notFound(label)
  refuseStale(label, before.updatedAt, updatedAt)
  const expected: Partial<Types['fields']> = Object.assign({}, before, sent)
  const prepared = await prepareFiles(kind, form, expected)
  const removed = findRemoved(kind, form)
  const given = kind.complete?.(sent, prepared, { isNew: false }) ?? sent
  const read = await kind.readMore?.(form, before)
  const more = await kind.prepareMore?.(before, expected, prepared)
  await publish(async (publication) => {
    const { transaction } = publication
    const row = await store.lock(transaction, id)
    if (!row || row.deletedAt) throw notFound(label)
    // The version is compared again, since another change may have been saved while the files were prepared.
    refuseStale(label, row.updatedAt, updatedAt)
    const plan = planChange(kind, row, { ...given, ...stateFields })
    const { former, item, changed } = plan
    const { after, removed: gone } = await storeChange(items, publication, { id, row, plan, prepared, removed, more })
    const isMoved = slug !== undefined && slug !== before.slug
    if (isMoved) await claimSlug(items, transaction, id, slug)
    const saved = await read?.save(transaction, id, by)
    const changes = [
      ...changesBetween({ ...former, slug: before.slug }, { ...changed, slug }),
      ...replaced(form.files),
      ...gone.map((field) => ({ field: String(field), to: REMOVED_FILE })),
      ...(saved ?? []),
    ]
    if (changes.length === 0) return
    if (isVisible(row, isListed) || isVisible(after, isListed))
      await announce(transaction, store.slugs.kind, isMoved ? [before.slug, slug] : [before.slug])
    await record(transaction, { noun, verb: 'changed', subject: { id, name: nameOf(item) }, changes, by })
  }).finally(() => more?.discard())
}

/** Returns the optional editions whose field is empty in a form, which removes their files. */
function findRemoved<Types extends ItemTypes>(kind: Items<Types>['kind'], { fields }: MultipartForm<Types['file']>): Types['file'][] {
  return assetsOf(kind).flatMap(([name, { place }]) => ('format' in place && fields[name] === '' ? [name] : []))
}

/** Validates the text fields of a change. A field sent empty becomes null, which clears the item's stored value. */
export function parseChanges<Types extends ItemTypes>({ changes }: Pick<Items<Types>['kind'], 'changes'>, fields: Record<string, unknown>) {
  const { updatedAt, slug, ...rest } = parseFields(changes, fields)
  const { stateFields, others } = splitState(rest)
  const sent = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value ?? null])) as Partial<Types['fields']>
  return { updatedAt, slug, stateFields, sent }
}

export type PlannedChange<Types extends ItemTypes> = ReturnType<typeof planChange<Types>>

/**
 * Returns the fields of a locked row before and after a change, the columns of its new state, and the changed fields for the audit log.
 * @param deleted true moves the item to the bin, false restores it
 */
export function planChange<Types extends ItemTypes>(
  kind: Items<Types>['kind'],
  row: Types['row'],
  given: Partial<Types['fields']>,
  deleted?: boolean,
) {
  const { stateFields, others } = splitState(given)
  const former = { ...storedFields(kind, row), deleted: Boolean(row.deletedAt) }
  const item: Types['fields'] = { ...storedFields(kind, row), ...others }
  kind.check?.(item)
  const state = hasStates(kind) ? changeState(stateFields, kind.shopTime(), row) : undefined
  const changed = { ...others, ...(state && { state: state.state, publishAt: state.publishAt?.toISOString() ?? null }), deleted }
  const columns = { ...state, ...(deleted !== undefined && { deletedAt: deleted ? new Date() : null }) }
  return { former, item, columns, changed }
}

/**
 * Stores the new fields and files of a locked row, and the audience of the files. Returns the changed row, and the removed files.
 * @param removed file fields whose files are removed, as far as the item has them
 * @param restored replaced file that is restored
 * @param more further changes, saved in the same transaction
 */
export async function storeChange<Types extends ItemTypes>(
  items: Pick<Items<Types>, 'kind' | 'store'>,
  publication: Publication,
  {
    id,
    row,
    plan: { item, columns },
    prepared,
    removed = [],
    restored,
    more,
  }: {
    id: string
    row: Types['row']
    plan: PlannedChange<Types>
    prepared: Prepared<Types['file']>
    removed?: Types['file'][]
    restored?: { name: Types['file']; assetId: string }
    more?: { save: (publication: Publication, assetIds: AssetIds<Types['file']>) => Promise<void> }
  },
): Promise<{ after: Types['row']; removed: Types['file'][] }> {
  const { kind, store } = items
  const { transaction, add } = publication
  const former = await findAssetIds(items, transaction, row)
  const own = restored && ({ [restored.name]: restored.assetId } as AssetIds<Types['file']>)
  const assetIds: AssetIds<Types['file']> = { ...(await storeFiles(kind, item, prepared, add)), ...own }
  const stored = { ...toColumns(kind, item, assetIds), ...columns }
  await store.update(transaction, id, stored)
  await storeEditions(items, transaction, id, assetIds)
  const gone = removed.filter((name) => former[name] && !assetIds[name])
  await removeEditions(items, publication, { id, former: { ...former, ...assetIds }, gone })
  for (const [name, asset] of assetsOf(kind)) {
    const assetId = former[name]
    if (assetId && assetIds[name]) await retireFile(items, publication, { id, asset, assetId, by: prepared[name] })
  }
  await more?.save(publication, former)
  const after: Types['row'] = { ...row, ...stored }
  const kept = Object.fromEntries(Object.entries({ ...former, ...assetIds }).filter(([name]) => !gone.some((one) => one === name)))
  await setAudiences(kind, publication, { row: after, fields: item, assetIds: kept as AssetIds<Types['file']> })
  return { after, removed: gone }
}

/** Removes the files of editions. @throws invalidRequest if the item would have no file */
async function removeEditions<Types extends ItemTypes>(
  items: Pick<Items<Types>, 'kind' | 'store'>,
  publication: Publication,
  { id, former, gone }: { id: string; former: AssetIds<Types['file']>; gone: Types['file'][] },
): Promise<void> {
  const { kind, store } = items
  const editions = assetsOf(kind).filter(([name, { place }]) => 'format' in place && former[name])
  const [first] = gone
  if (first && editions.length === gone.length)
    throw invalidRequest([{ field: first, message: `The ${kind.label} has no other file. Choose another one first.` }])
  for (const [name, asset] of editions) {
    const assetId = former[name]
    if (!gone.includes(name) || !assetId || !('format' in asset.place)) continue
    await store.editions.setAsset(publication.transaction, id, { format: asset.place.format, assetId: null })
    await retireFile(items, publication, { id, asset, assetId })
  }
}

/** Retains a replaced file for administrators, or deletes it if its kind is not retained or the new file has identical content. */
async function retireFile<Types extends ItemTypes>(
  { store }: Pick<Items<Types>, 'kind' | 'store'>,
  { transaction, drop, setAudience }: Publication,
  { id, asset, assetId, by }: { id: string; asset: AssetKind<Types['fields'], Types['row']>; assetId: string; by?: PreparedAsset },
): Promise<void> {
  const isOriginal = and(eq(mediaFiles.assetId, assetId), eq(mediaFiles.role, 'original'))
  const [stored] = await transaction.select({ key: mediaFiles.key }).from(mediaFiles).where(isOriginal)
  const isSame = by?.files.some(({ key, role }) => role === 'original' && key === stored?.key)
  if (!asset.isKept || isSame || !('format' in asset.place)) return drop(assetId)
  await setAudience(assetId, { original: 'owners', preview: 'nobody' })
  await store.formerFiles.keep(transaction, { itemId: id, format: asset.place.format, assetId })
}
