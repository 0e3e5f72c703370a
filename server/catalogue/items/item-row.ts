import type { Publication } from '#server/media/store/publish-media.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { AssetKind, ItemKind, ItemTypes, Prepared } from './item-kind.ts'

/** Returns the assets of a kind of items, by the names of the form's file fields. */
export function assetsOf<Types extends ItemTypes>({ assets }: Pick<ItemKind<Types>, 'assets'>) {
  return Object.entries(assets) as [Types['file'], AssetKind<Types['fields']>][]
}

/** Returns the asset id of a stored file. */
export function assetIdOf<Types extends ItemTypes>(row: Types['row'], { column }: AssetKind<Types['fields']>): string {
  return (row as Record<string, unknown>)[column] as string
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

/** Stores the prepared files and returns the item's columns, with the ids of the new assets. */
export async function storeFiles<Types extends ItemTypes>(
  kind: ItemKind<Types>,
  fields: Types['fields'],
  prepared: Prepared<Types['file']>,
  add: Publication['add'],
): Promise<Record<string, unknown>> {
  const ids: Record<string, string> = {}
  for (const [name, { column, audience }] of assetsOf(kind)) {
    const asset = prepared[name]
    if (asset) ids[column] = await add(asset, audience?.(fields))
  }
  return { ...kind.toColumns(fields), ...ids }
}

/** Returns the fields from which a row was created, except the slug. */
export function storedFields<Types extends ItemTypes>({ form, toFields }: ItemKind<Types>, row: Types['row']): Types['fields'] {
  const stored: Record<string, unknown> = { ...row, ...toFields(row) }
  const names = Object.keys(form).filter((name) => name in stored)
  const toValue = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  return Object.fromEntries(names.map((name) => [name, toValue(stored[name])]))
}
