import { inArray } from 'drizzle-orm'
import { RESTORED_FILE } from '#contracts/admin/audit.ts'
import { FORMER_FILE_DAYS } from '#contracts/admin/retention.ts'
import type { ItemFiles } from '#contracts/catalogue/item-files.ts'
import { isListed } from '#contracts/catalogue/item-visibility.ts'
import { downloadName } from '#contracts/common/download-name.ts'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { PreparedAsset } from '#server/media/store/media-asset.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import { notFound } from '#server/platform/problems.ts'
import { planChange, storeChange } from './change-item.ts'
import type { ItemDeps } from './item-deps.ts'
import type { Items, ItemTypes, Prepared } from './item-kind.ts'
import { assetsOf, findAssetIds, storedFields } from './item-row.ts'
import { isVisible } from './item-state.ts'

const DAY_MS = 24 * 3600 * 1000
/** Number of replaced files that are removed per batch; small, so that administrators can publish between batches. */
const AT_A_TIME = 20

/** Lists the current and replaced files of an item in any state, with URLs for administrators. */
export async function listFiles<Types extends ItemTypes>(
  items: Items<Types>,
  id: string,
  { orm, signedUrls }: Pick<ItemDeps, 'orm' | 'signedUrls'>,
): Promise<ItemFiles> {
  const { kind, store } = items
  const row = await store.read(id)
  if (!row) throw notFound(kind.label)
  const title = kind.nameOf(storedFields(kind, row))
  const describe = ({ key, bytes, isPublic }: { key: string; bytes: number; isPublic: boolean }) => ({
    name: downloadName(title, key),
    bytes,
    url: isPublic ? key : `${key}?grant=${signedUrls.signForAdmin(key)}`,
  })
  const assetIds = Object.entries<string | undefined>(await findAssetIds(items, orm, row))
  const assets = assetIds.flatMap(([field, assetId]) => (assetId ? [{ field, assetId }] : []))
  const ids = assets.map(({ assetId }) => assetId)
  const stored = await orm.select().from(mediaFiles).where(inArray(mediaFiles.assetId, ids))
  const files = assets.flatMap(({ field, assetId }) => {
    const own = stored.filter((file) => file.assetId === assetId && file.audience !== 'nobody')
    // Only the server may read the original file of a picture, so a rendition is listed instead.
    const file = own.find(({ role }) => role === 'original') ?? own.find(({ role }) => role === 'jpeg') ?? own[0]
    return file ? [{ field, ...describe({ ...file, isPublic: file.audience === 'public' }) }] : []
  })
  const former = (await store.formerFiles.list(id)).map(({ assetId, format, replacedAt, key, bytes }) => ({
    id: assetId,
    field: String(assetOf(kind, format)?.[0]),
    ...describe({ key, bytes, isPublic: false }),
    replacedAt: replacedAt.toISOString(),
    keptUntil: new Date(replacedAt.getTime() + FORMER_FILE_DAYS * DAY_MS).toISOString(),
  }))
  return { files, former }
}

/** Restores a replaced file of an item. The current file becomes a replaced file, which can be restored as well. */
export async function restoreFile<Types extends ItemTypes>(
  items: Items<Types>,
  { id, assetId }: { id: string; assetId: string },
  { by }: { by?: Actor } = {},
): Promise<void> {
  const { kind, store, publish, announce, record } = items
  const before = await store.find(id)
  if (!before || before.deletedAt) throw notFound(kind.label)
  const former = (await store.formerFiles.list(id)).find((file) => file.assetId === assetId)
  const [name, asset] = (former && assetOf(kind, former.format)) ?? []
  if (!former || !name || !asset) throw notFound('file')
  // The preview may be missing, since the item may have been free when the file was current.
  const preview = await asset.cutPreview?.(before as Partial<Types['fields']>, former)
  const stored = { [name]: { kind: former.kind, files: [], details: former.details } as PreparedAsset } as Prepared<Types['file']>
  await publish(async (publication) => {
    const { transaction } = publication
    const row = await store.lock(transaction, id)
    if (!row || row.deletedAt) throw notFound(kind.label)
    if (!(await store.formerFiles.take(transaction, id, assetId))) throw notFound('file')
    const plan = planChange(kind, row, kind.complete?.({}, stored, { isNew: false }) ?? {})
    const more = preview && { save: () => preview.save(publication, assetId) }
    const { after } = await storeChange(items, publication, {
      id,
      row,
      plan,
      prepared: {},
      restored: { name, assetId },
      more,
    })
    const slug = await store.slugs.findCurrent(transaction, id)
    if (slug && isVisible(after, isListed)) await announce(transaction, store.slugs.kind, [slug])
    const fields = changesBetween({ ...plan.former }, { ...plan.changed })
    const changes = [{ field: String(name), to: RESTORED_FILE }, ...fields]
    await record(transaction, { noun: kind.noun, verb: 'changed', subject: { id, name: kind.nameOf(plan.item) }, changes, by })
  }).finally(() => preview?.discard())
}

/** Removes the files that were replaced long ago. The content of a file is deleted once no item uses the file. */
export async function removeOldFiles<Types extends ItemTypes>({ store, publish }: Items<Types>): Promise<void> {
  if (!(await store.formerFiles.hasOld({ days: FORMER_FILE_DAYS }))) return
  await publish(async ({ transaction, drop }) => {
    const old = await store.formerFiles.lockOld(transaction, AT_A_TIME, { days: FORMER_FILE_DAYS })
    for (const assetId of old) await drop(assetId)
  })
}

/** Returns the file field of the edition in a format, with its asset. */
function assetOf<Types extends ItemTypes>(kind: Pick<Items<Types>['kind'], 'assets'>, format: EditionFormat) {
  return assetsOf<Types>(kind).find(([, { place }]) => 'format' in place && place.format === format)
}
