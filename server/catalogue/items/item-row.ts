import type { Publication } from '#server/media/store/publish-media.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { Reader, Transaction } from '#server/platform/database/database.ts'
import type { AssetIds, AssetKind, ItemKind, Items, ItemTypes, Prepared } from './item-kind.ts'

/** Returns the assets of a kind of items, by the names of the form's file fields. */
export function assetsOf<Types extends ItemTypes>({ assets }: Pick<ItemKind<Types>, 'assets'>) {
  return Object.entries(assets) as [Types['file'], AssetKind<Types['fields'], Types['row']>][]
}

/** Reads the ids of the assets of an item's files. */
export async function findAssetIds<Types extends ItemTypes>(
  { kind, store }: Pick<Items<Types>, 'kind' | 'store'>,
  reader: Reader,
  row: Types['row'],
): Promise<AssetIds<Types['file']>> {
  const assets = assetsOf(kind)
  const editions = assets.some(([, { place }]) => 'format' in place) ? await store.editions.listAssets(reader, row.id) : {}
  const ids = assets.map(([name, { place }]) => [name, 'format' in place ? editions[place.format] : row[place.column]])
  return Object.fromEntries(ids) as AssetIds<Types['file']>
}

/** Checks the files of a form and creates their renditions. */
export async function prepareFiles<Types extends ItemTypes>(
  kind: ItemKind<Types>,
  { files, fields: sent }: MultipartForm<Types['file']>,
  fields: Partial<Types['fields']>,
) {
  const prepared: Prepared<Types['file']> = {}
  for (const [name, asset] of assetsOf(kind)) {
    const file = files[name]
    if (file) prepared[name] = await asset.prepare(file, fields, sent)
  }
  return prepared
}

/** Stores the prepared files and returns the ids of the new assets. */
export async function storeFiles<Types extends ItemTypes>(
  kind: ItemKind<Types>,
  fields: Types['fields'],
  prepared: Prepared<Types['file']>,
  add: Publication['add'],
): Promise<AssetIds<Types['file']>> {
  const ids: AssetIds<Types['file']> = {}
  for (const [name, { audience }] of assetsOf(kind)) {
    const asset = prepared[name]
    if (asset) ids[name] = await add(asset, audience?.(fields))
  }
  return ids
}

/** Returns the columns of an item's fields and of its assets. */
export function toColumns<Types extends ItemTypes>(
  kind: ItemKind<Types>,
  fields: Types['fields'],
  assetIds: AssetIds<Types['file']>,
): Partial<Types['row']> {
  const converted = kind.toColumns(fields)
  const ids = assetsOf(kind).flatMap(([name, { place }]) => ('column' in place && assetIds[name] ? [[place.column, assetIds[name]]] : []))
  return { ...fields, ...converted, ...Object.fromEntries(ids) }
}

/** Stores the assets of an item's editions. */
export async function storeEditions<Types extends ItemTypes>(
  { kind, store }: Pick<Items<Types>, 'kind' | 'store'>,
  transaction: Transaction,
  id: string,
  assetIds: AssetIds<Types['file']>,
): Promise<void> {
  for (const [name, { place }] of assetsOf(kind)) {
    const assetId = assetIds[name]
    if ('format' in place && assetId) await store.editions.setAsset(transaction, id, { format: place.format, assetId })
  }
}

/** Returns the fields from which a row was created, except the slug. */
export function storedFields<Types extends ItemTypes>({ form, toFields }: ItemKind<Types>, row: Types['row']): Types['fields'] {
  const stored: Record<string, unknown> = { ...row, ...toFields(row) }
  const names = Object.keys(form).filter((name) => name in stored)
  const toValue = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  return Object.fromEntries(names.map((name) => [name, toValue(stored[name])]))
}
