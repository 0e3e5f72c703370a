import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { AuditChange, AuditNoun } from '#contracts/admin/audit.ts'
import type { ItemDetails } from '#contracts/catalogue/item.ts'
import type { Audience, PreparedAsset } from '#server/media/store/media-asset.ts'
import type { Publication } from '#server/media/store/media-library.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { refuseStale } from '#server/platform/database/row-version.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import type { WorkerTask } from '#server/platform/jobs/workers.ts'
import { gone, invalidRequest, notFound } from '#server/platform/problems.ts'
import type { ItemDeps } from './item-deps.ts'
import type { ItemSlugs } from './item-slugs.store.ts'
import { createSharePictureService, type SharePictureDeps, type Shown } from './share-pictures.service.ts'
import type { SharePictures } from './share-pictures.store.ts'
import { slugOf } from './slug-of.ts'

/** Asset ids in the item's columns, for the files of its form. */
type AssetIds = Record<string, string>
/** Batch size. Small, so that other publications can run between batches. */
const SLUGS_AT_A_TIME = 200
/** Interval of the share picture worker: the time until the picture of a new item is begun. */
const SHARE_PICTURE_SECONDS = 2

/** Slug that a form contains */
type Slugged = { slug?: string | undefined }
type Values = Record<string, string | number | string[] | null | undefined>
type Prepared<File extends string> = Partial<Record<File, PreparedAsset>>

/** File of the form, and the asset that is created from it. */
export type AssetKind<Fields> = {
  /** Column of the item's table with the asset's id */
  column: string
  /** Message that refuses an item without the file */
  missing: string
  /** Checks the file and creates its renditions. `fields` are the item's fields after the change, `sent` all texts of the form */
  prepare: (file: UploadedFile, fields: Partial<Fields>, sent: MultipartForm<string>['fields']) => Promise<PreparedAsset>
  /** Returns who may read the file; everyone, when left out */
  audience?: (fields: Fields) => Audience
}

/** Definition of a kind of items. `Fields` are the text fields of its form. */
export type ItemKind<Fields, Item, Row, File extends string, More extends object = object> = {
  noun: AuditNoun
  /** Name of the kind in messages */
  label: string
  fields: z.ZodType<Fields & Slugged>
  changes: z.ZodType<Partial<Fields> & Slugged & { updatedAt?: string | undefined }>
  /** Required files */
  assets: { [Name in File]?: AssetKind<Fields> }
  nameOf: (fields: Fields) => string
  /** Returns the fields that a row was created from */
  toFields: (row: Row) => Fields
  toColumns: (fields: Fields) => Record<string, unknown>
  /** Returns the content of the share picture, which depends on the item's fields and files only */
  toShown: (item: Item) => Shown
  /** Reads the properties that only the response for a single item contains, and lists do not */
  describe?: (item: Item, from: Orm | Transaction) => Promise<More>
  /** Adds fields that are derived from the files */
  complete?: (given: Partial<Fields>, prepared: Prepared<File>, options: { isNew: boolean }) => Partial<Fields>
  /** Throws a problem when fields that are valid on their own don't fit together */
  check?: (fields: Fields) => void
  /** Reads the form's data for tables beside the item's own: `save` runs within the transaction, `changes` are for the audit log. */
  readMore?: (
    form: MultipartForm<File>,
    before: Item | undefined,
  ) => Promise<{ save: (transaction: Transaction, id: string) => Promise<void>; changes: AuditChange[] } | undefined>
  /**
   * Prepares further data that a change needs: `save` runs within its transaction, `discard` afterwards, whether or not the change
   * succeeded.
   */
  prepareMore?: (
    before: Item,
    after: Partial<Fields>,
    prepared: Prepared<File>,
  ) => Promise<{ save: (publication: Publication, row: Row) => Promise<void>; discard: () => Promise<void> } | undefined>
}

type ItemStore<Item, Row> = {
  find: (id: string, from?: Orm | Transaction) => Promise<Item | undefined>
  lock: (transaction: Transaction, id: string) => Promise<Row | undefined>
  insert: (transaction: Transaction, columns: never) => Promise<void>
  update: (transaction: Transaction, id: string, columns: never) => Promise<void>
  remove: (transaction: Transaction, id: string) => Promise<void>
  slugs: ItemSlugs
  sharePictures: SharePictures
  listWithoutSlug: (from: Orm | Transaction, limit: number, options?: { lock: boolean }) => Promise<{ id: string; name: string }[]>
}

/**
 * Creates the service that adds, changes and removes items: a form is checked, its files are prepared, and then files, row, catalogue
 * version and audit log entry are published together or not at all.
 */
export function createItemService<
  Fields extends object,
  Item extends { id: string; updatedAt: string; slug: string },
  Row extends { updatedAt: Date },
  File extends string,
  More extends object = object,
>(
  kind: ItemKind<Fields, Item, Row, File, More>,
  {
    store,
    orm,
    reads,
    publish,
    record,
    announce,
    ...sharing
  }: { store: ItemStore<Item, Row> } & Pick<ItemDeps, 'orm' | 'reads' | 'publish' | 'record' | 'announce'> & SharePictureDeps,
) {
  const { noun, label, nameOf, toFields, complete = (given) => given, check } = kind
  const show = async (id: string) => {
    const item = await store.find(id)
    return item && kind.toShown(item)
  }
  const { drawDue } = createSharePictureService(store.sharePictures, show, { ...sharing, publish })
  const shareImageWorker: WorkerTask = { name: `render share images (${noun})`, everySeconds: SHARE_PICTURE_SECONDS, run: drawDue }
  const assets = Object.entries(kind.assets) as [File, AssetKind<Fields>][]
  const assetIdOf = (row: Row, { column }: AssetKind<Fields>) => (row as unknown as AssetIds)[column] as string

  async function get(id: string, from?: Orm | Transaction): Promise<Item> {
    const item = await store.find(id, from)
    if (!item) throw notFound(label)
    return item
  }

  async function getDetails(id: string, from: Orm | Transaction = orm): Promise<Item & More & ItemDetails> {
    const item = await get(id, from)
    const more = (await kind.describe?.(item, from)) as More
    return { ...item, ...more, sharePicture: await store.sharePictures.find(id, from) }
  }

  async function claimSlug(transaction: Transaction, id: string, slug: string) {
    if (!(await store.slugs.claim(transaction, id, slug)))
      throw invalidRequest([{ field: 'slug', message: `This slug is or was used by another ${label}. Choose a different one.` }])
  }

  async function lock(transaction: Transaction, id: string): Promise<Row> {
    const row = await store.lock(transaction, id)
    if (!row) throw notFound(label)
    return row
  }

  async function prepare({ files, fields: sent }: MultipartForm<File>, fields: Partial<Fields>) {
    const prepared: Prepared<File> = {}
    for (const [field, asset] of assets) {
      const file = files[field]
      if (file) prepared[field] = await asset.prepare(file, fields, sent)
    }
    return prepared
  }

  /** Returns the item's columns, including the ids of new assets. */
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
    /**
     * Returns the item with this id, or with this current or former slug, possibly from a replica. @throws gone for the slug of a deleted
     * item
     */
    view: (idOrSlug: string): Promise<Item & More & ItemDetails> =>
      reads.query(async (from) => {
        const id = await store.slugs.findItem(idOrSlug.toLowerCase(), from)
        if (id === null) throw gone(label)
        return getDetails(id ?? idOrSlug, from)
      }),

    isSlugFree: async (slug: string): Promise<boolean> => (await store.slugs.findItem(slug)) == null,

    add: async (
      form: MultipartForm<File>,
      { id = uuidv7(), by }: { id?: string; by?: Actor | undefined } = {},
    ): Promise<Item & More & ItemDetails> => {
      const { fields, files } = form
      const missing = assets.flatMap(([field, asset]) => (files[field] ? [] : [{ field, message: asset.missing }]))
      const { slug, ...rest } = parseFields(kind.fields, fields, missing)
      const given = rest as unknown as Fields
      const prepared = await prepare(form, given)
      const item = { ...given, ...complete(given, prepared, { isNew: true }) }
      check?.(item)
      const more = await kind.readMore?.(form, undefined)
      await publish(async ({ transaction, add }) => {
        // Each kind declares fields and assets for all the columns of its table that have no default.
        await store.insert(transaction, { id, ...(await toColumns(item, prepared, add)) } as never)
        if (slug) await claimSlug(transaction, id, slug)
        const claimed = slug ?? (await store.slugs.claimNumbered(transaction, id, slugOf(nameOf(item)) ?? id))
        await announce(transaction, store.slugs.kind, [claimed])
        await more?.save(transaction, id)
        await record(transaction, { noun, verb: 'added', subject: { id, name: nameOf(item) }, by })
      })
      return getDetails(id)
    },

    /** Changes an item. Fields and files that are not sent stay unchanged. */
    change: async (id: string, form: MultipartForm<File>, { by }: { by?: Actor | undefined } = {}): Promise<Item & More & ItemDetails> => {
      const { fields, files } = form
      const { updatedAt, slug, ...rest } = parseFields(kind.changes, fields)
      const sent = rest as unknown as Partial<Fields>
      const before = await get(id)
      refuseStale(label, before.updatedAt, updatedAt)
      const expected: Partial<Fields> = Object.assign({}, before, sent)
      const prepared = await prepare(form, expected)
      const given = complete(sent, prepared, { isNew: false })
      const read = await kind.readMore?.(form, before)
      const more = await kind.prepareMore?.(before, expected, prepared)
      await publish(async (publication) => {
        const { transaction, add, drop, setAudience } = publication
        const row = await lock(transaction, id)
        // Another change may have been saved while the files were prepared.
        refuseStale(label, row.updatedAt, updatedAt)
        const item = { ...toFields(row), ...given }
        check?.(item)
        await store.update(transaction, id, (await toColumns(item, prepared, add)) as never)
        for (const [field, asset] of assets) {
          if (prepared[field]) await drop(assetIdOf(row, asset))
          else if (asset.audience) await setAudience(assetIdOf(row, asset), asset.audience(item))
        }
        if (slug && slug !== before.slug) await claimSlug(transaction, id, slug)
        await more?.save(publication, row)
        await read?.save(transaction, id)
        const changes = [
          ...changesBetween({ ...toFields(row), slug: before.slug } as Values, { ...given, slug } as Values),
          ...replaced(files),
          ...(read?.changes ?? []),
        ]
        if (changes.length === 0) return
        await announce(transaction, store.slugs.kind, slug && slug !== before.slug ? [before.slug, slug] : [before.slug])
        await record(transaction, { noun, verb: 'changed', subject: { id, name: nameOf(item) }, changes, by })
      }).finally(() => more?.discard())
      return getDetails(id)
    },

    /** Worker that renders the pictures that chats display for items, after items were published or changed. */
    shareImageWorker,

    /** Adds slugs to items that were published before slugs existed. Until then their URLs end in their ids. */
    addMissingSlugs: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && (await store.listWithoutSlug(orm, 1)).length > 0) {
        await publish(async ({ transaction }) => {
          const items = await store.listWithoutSlug(transaction, SLUGS_AT_A_TIME, { lock: true })
          for (const { id, name } of items) await store.slugs.claimNumbered(transaction, id, slugOf(name) ?? id)
        })
      }
    },

    remove: async (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> => {
      await publish(async ({ transaction, drop }) => {
        const row = await lock(transaction, id)
        await store.remove(transaction, id)
        await announce(transaction, store.slugs.kind, await store.slugs.release(transaction, id))
        const sharePicture = await store.sharePictures.release(transaction, id)
        if (sharePicture) await drop(sharePicture)
        for (const [, asset] of assets) await drop(assetIdOf(row, asset))
        await record(transaction, { noun, verb: 'deleted', subject: { id, name: nameOf(toFields(row)) }, by })
      })
    },
  }
}
