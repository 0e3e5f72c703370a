import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { AuditNoun } from '#contracts/audit.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { refuseStale } from '#server/platform/database/row-version.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import type { MultipartForm } from '#server/platform/media/intake/multipart-form.ts'
import type { UploadedFile } from '#server/platform/media/intake/receive-file.ts'
import type { Audience, PreparedAsset } from '#server/platform/media/store/media-asset.ts'
import type { Publication } from '#server/platform/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import { notFound } from '#server/platform/problems.ts'

/** What the columns of an item hold that the files of its form become. */
type AssetIds = Record<string, string>
type Values = Record<string, string | number | string[] | null | undefined>
type Prepared<File extends string> = Partial<Record<File, PreparedAsset>>

/** A file of the form, and the asset that it becomes. */
export type AssetKind<Fields> = {
  /** Of the item's table, with the asset's id */
  column: string
  /** Refuses an item without it */
  missing: string
  /** Checks the file and makes what belongs to it. `fields` are those that the item will have */
  prepare: (file: UploadedFile, fields: Partial<Fields>) => Promise<PreparedAsset>
  /** Who may read it; everyone, when left out */
  audience?: (fields: Fields) => Audience
}

/** What tells one kind of items from the others. `Fields` are the text fields of its form. */
export type ItemKind<Fields, Item, Row, File extends string> = {
  noun: AuditNoun
  /** What people call one */
  label: string
  fields: z.ZodType<Fields>
  changes: z.ZodType<Partial<Fields> & { updatedAt?: string | undefined }>
  assets: Record<File, AssetKind<Fields>>
  nameOf: (fields: Fields) => string
  /** The fields that a row was made of */
  toFields: (row: Row) => Fields
  toColumns: (fields: Fields) => Record<string, unknown>
  /** Adds fields that follow from the files */
  complete?: (given: Partial<Fields>, prepared: Prepared<File>) => Partial<Fields>
  /** Prepares what else a change needs: `save` runs within its transaction, `discard` afterwards, whatever came of it. */
  prepareMore?: (
    before: Item,
    after: Partial<Fields>,
    prepared: Prepared<File>,
  ) => Promise<{ save: (publication: Publication, row: Row) => Promise<void>; discard: () => Promise<void> } | undefined>
}

type ItemStore<Item, Row> = {
  find: (id: string) => Promise<Item | undefined>
  lock: (transaction: Transaction, id: string) => Promise<Row | undefined>
  insert: (transaction: Transaction, columns: never) => Promise<void>
  update: (transaction: Transaction, id: string, columns: never) => Promise<void>
  remove: (transaction: Transaction, id: string) => Promise<void>
}

/**
 * The life of an item: its form is checked, its files are prepared, and then files, row, catalogue version and record of what was
 * done are published together or not at all.
 */
export function createItemService<
  Fields extends object,
  Item extends { updatedAt: string },
  Row extends { updatedAt: Date },
  File extends string,
>(
  kind: ItemKind<Fields, Item, Row, File>,
  { store, publish, record }: { store: ItemStore<Item, Row>; publish: PublishToCatalogue; record: RecordAction },
) {
  const { noun, label, nameOf, toFields, complete = (given) => given } = kind
  const assets = Object.entries(kind.assets) as [File, AssetKind<Fields>][]
  const assetIdOf = (row: Row, { column }: AssetKind<Fields>) => (row as unknown as AssetIds)[column] as string

  async function get(id: string): Promise<Item> {
    const item = await store.find(id)
    if (!item) throw notFound(label)
    return item
  }

  async function lock(transaction: Transaction, id: string): Promise<Row> {
    const row = await store.lock(transaction, id)
    if (!row) throw notFound(label)
    return row
  }

  async function prepare(files: Partial<Record<File, UploadedFile>>, fields: Partial<Fields>) {
    const prepared: Prepared<File> = {}
    for (const [field, asset] of assets) {
      const file = files[field]
      if (file) prepared[field] = await asset.prepare(file, fields)
    }
    return prepared
  }

  /** The item's columns, among them the ids of assets that are new. */
  async function toColumns(fields: Fields, prepared: Prepared<File>, add: Publication['add']) {
    const ids: AssetIds = {}
    for (const [field, { column, audience }] of assets) {
      const asset = prepared[field]
      if (asset) ids[column] = await add(asset, audience?.(fields))
    }
    return { ...kind.toColumns(fields), ...ids }
  }

  return {
    get,

    add: async (
      { fields, files }: MultipartForm<File>,
      { id = uuidv7(), by }: { id?: string; by?: Actor | undefined } = {},
    ): Promise<Item> => {
      const missing = assets.flatMap(([field, asset]) => (files[field] ? [] : [{ field, message: asset.missing }]))
      const given = parseFields(kind.fields, fields, missing)
      const prepared = await prepare(files, given)
      const item = { ...given, ...complete(given, prepared) }
      await publish(async ({ transaction, add }) => {
        // Each kind declares fields and assets for all the columns of its table that have no default.
        await store.insert(transaction, { id, ...(await toColumns(item, prepared, add)) } as never)
        await record(transaction, { noun, verb: 'added', subject: { id, name: nameOf(item) }, by })
      })
      return get(id)
    },

    /** What is not sent stays. */
    change: async (id: string, { fields, files }: MultipartForm<File>, { by }: { by?: Actor | undefined } = {}): Promise<Item> => {
      const { updatedAt, ...rest } = parseFields(kind.changes, fields)
      const sent = rest as unknown as Partial<Fields>
      const before = await get(id)
      refuseStale(label, before.updatedAt, updatedAt)
      const expected: Partial<Fields> = Object.assign({}, before, sent)
      const prepared = await prepare(files, expected)
      const given = complete(sent, prepared)
      const more = await kind.prepareMore?.(before, expected, prepared)
      await publish(async (publication) => {
        const { transaction, add, drop, setAudience } = publication
        const row = await lock(transaction, id)
        // Another change may have been saved while the files were prepared.
        refuseStale(label, row.updatedAt, updatedAt)
        const item = { ...toFields(row), ...given }
        await store.update(transaction, id, (await toColumns(item, prepared, add)) as never)
        for (const [field, asset] of assets) {
          if (prepared[field]) await drop(assetIdOf(row, asset))
          else if (asset.audience) await setAudience(assetIdOf(row, asset), asset.audience(item))
        }
        await more?.save(publication, row)
        const changes = [...changesBetween(toFields(row) as Values, given as Values), ...replaced(files)]
        if (changes.length > 0) await record(transaction, { noun, verb: 'changed', subject: { id, name: nameOf(item) }, changes, by })
      }).finally(() => more?.discard())
      return get(id)
    },

    remove: async (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> => {
      await publish(async ({ transaction, drop }) => {
        const row = await lock(transaction, id)
        await store.remove(transaction, id)
        for (const [, asset] of assets) await drop(assetIdOf(row, asset))
        await record(transaction, { noun, verb: 'deleted', subject: { id, name: nameOf(toFields(row)) }, by })
      })
    },
  }
}
