import type { Publication } from '#server/media/store/publish-media.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import { refuseStale } from '#server/platform/database/row-version.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Items, ItemTypes, Prepared } from './item-kind.ts'
import { assetIdOf, assetsOf, prepareFiles, storedFields, storeFiles } from './item-row.ts'
import { claimSlug } from './publish-item.ts'

/** Changes an item: what `publishItem` stores together is changed together. Fields and files that are not sent stay unchanged. */
export async function changeItem<Types extends ItemTypes>(
  items: Items<Types>,
  id: string,
  form: MultipartForm<Types['file']>,
  { by }: { by?: Actor | undefined } = {},
): Promise<void> {
  const { kind, store, publish, announce, record } = items
  const { noun, label, nameOf } = kind
  const { updatedAt, slug, ...rest } = parseFields(kind.changes, form.fields)
  // A field that was sent empty has no value: it is removed.
  const sent = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? null])) as Partial<Types['fields']>
  const before = await store.find(id)
  if (!before) throw notFound(label)
  refuseStale(label, before.updatedAt, updatedAt)
  const expected: Partial<Types['fields']> = Object.assign({}, before, sent)
  const prepared = await prepareFiles(kind, form, expected)
  const given = kind.complete?.(sent, prepared, { isNew: false }) ?? sent
  const read = await kind.readMore?.(form, before)
  const more = await kind.prepareMore?.(before, expected, prepared)
  await publish(async (publication) => {
    const { transaction } = publication
    const row = await store.lock(transaction, id)
    if (!row) throw notFound(label)
    // Another change may have been saved while the files were prepared.
    refuseStale(label, row.updatedAt, updatedAt)
    const { former, item } = await storeChange(items, publication, { id, row, given, prepared })
    const isMoved = slug !== undefined && slug !== before.slug
    if (isMoved) await claimSlug(items, transaction, id, slug)
    await more?.save(publication, row)
    await read?.save(transaction, id)
    const changes = [
      ...changesBetween({ ...former, slug: before.slug }, { ...given, slug }),
      ...replaced(form.files),
      ...(read?.changes ?? []),
    ]
    if (changes.length === 0) return
    await announce(transaction, store.slugs.kind, isMoved ? [before.slug, slug] : [before.slug])
    await record(transaction, { noun, verb: 'changed', subject: { id, name: nameOf(item) }, changes, by })
  }).finally(() => more?.discard())
}

/** Stores the new fields and files of a locked row, and who may read the files. Returns the fields before and after. */
export async function storeChange<Types extends ItemTypes>(
  { kind, store }: Items<Types>,
  { transaction, add, drop, setAudience }: Publication,
  { id, row, given, prepared }: { id: string; row: Types['row']; given: Partial<Types['fields']>; prepared: Prepared<Types['file']> },
) {
  const former = storedFields(kind, row)
  const item: Types['fields'] = { ...former, ...given }
  kind.check?.(item)
  await store.update(transaction, id, (await storeFiles(kind, item, prepared, add)) as never)
  for (const [name, asset] of assetsOf(kind)) {
    if (prepared[name]) await drop(assetIdOf(row, asset))
    else if (asset.audience) await setAudience(assetIdOf(row, asset), asset.audience(item))
  }
  return { former, item }
}
