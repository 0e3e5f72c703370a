import type { z } from 'zod'
import type { AuditChange, AuditNoun } from '#contracts/admin/audit.ts'
import type { ItemForm } from '#contracts/catalogue/item-form.ts'
import type { ItemState, StateFields } from '#contracts/catalogue/item-state.ts'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import type { Audience, PreparedAsset } from '#server/media/store/media-asset.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Reader, Transaction } from '#server/platform/database/database.ts'
import type { EditionStore } from './editions.store.ts'
import type { FormerFile, FormerFiles } from './former-files.store.ts'
import type { ItemDeps } from './item-deps.ts'
import type { ItemSlugs } from './item-slugs.store.ts'
import type { StateRow } from './item-state.schema.ts'
import type { Shown } from './share-pictures.service.ts'
import type { SharePictures } from './share-pictures.store.ts'
import type { StoredPreview } from './stored-preview.ts'

/** Type parameters of a kind of items. */
export type ItemTypes = {
  /** Text fields of the form, except the slug */
  fields: object
  /** Item in lists */
  item: {
    id: string
    updatedAt: string
    slug: string
    state?: ItemState
    publishAt?: string | null
    publishedAt?: string | null
    deletedAt?: string | null
  }
  /** Item in the response for a single item */
  details: object
  row: { id: string; updatedAt: Date } & StateRow
  /** Names of the form's file fields */
  file: string
}

/** Form data that may contain a slug */
type Slugged = { slug?: string }
export type Prepared<File extends string> = Partial<Record<File, PreparedAsset>>
/** Ids of the assets of an item, by the names of the form's file fields. */
export type AssetIds<File extends string> = Partial<Record<File, string>>

/** Names of the fields for which the row has no column of the same name and type. Slug and state are not stored by field. */
type Unlike<Fields, Row> = {
  [Name in keyof Fields]-?: Name extends keyof Row
    ? Exclude<Fields[Name], undefined> extends Exclude<Row[Name], null>
      ? never
      : Name
    : Name
}[keyof Fields]
/** Fields whose columns have another name or type. */
export type ConvertedFields<Fields, Row> = { [Name in Exclude<Unlike<Fields, Row>, 'slug' | keyof StateFields>]: Fields[Name] }

/** File of a form, and the asset that is created from the file. */
export type AssetKind<Fields, Row = object> = {
  /** Location of the asset's id: a column of the table of items, or the edition in a format */
  place: { column: keyof Row } | { format: EditionFormat }
  /**
   * Checks the file and creates its renditions. `fields` are the item's fields after the change, `sent` contains all text fields of the
   * form
   */
  prepare: (file: UploadedFile, fields: Partial<Fields>, sent: MultipartForm<string>['fields']) => Promise<PreparedAsset>
  /** Returns the audience of the file; if undefined, the file is available to everyone */
  audience?: (fields: Fields) => Audience
  /** Whether administrators can restore the file for some time after it was replaced */
  isKept?: boolean
  /** Creates the preview of a stored file, if the fields require a preview and the file has none */
  cutPreview?: (fields: Partial<Fields>, file: Pick<FormerFile, 'key' | 'type' | 'details'>) => Promise<StoredPreview | undefined>
}

/** Definition of a kind of items. */
export type ItemKind<Types extends ItemTypes> = {
  noun: AuditNoun
  /** Name of the kind of items in messages */
  label: string
  form: ItemForm
  fields: z.ZodType<Types['fields'] & Slugged>
  changes: z.ZodType<Partial<Types['fields']> & Slugged & { updatedAt?: string }>
  /** Assets that columns of the item table or editions refer to */
  assets: { [Name in Types['file']]?: AssetKind<Types['fields'], Types['row']> }
  nameOf: (fields: Types['fields']) => string
  /** Time zone of publication times without an offset */
  shopTime: () => ShopTime
  /** Returns the fields whose columns have another name or type. A field without a fitting column that is missing here does not compile */
  toFields: (row: Types['row']) => ConvertedFields<Types['fields'], Types['row']>
  /** Returns the columns of these fields, and columns that are derived from fields */
  toColumns: (fields: Types['fields']) => Partial<Types['row']>
  /** Returns the content of the share image, which depends only on the item's fields and files */
  toShown: (item: Types['item']) => Shown
  /** Returns the keys of the files that all visitors may open while the item is published */
  visitorKeys?: (item: Types['item']) => string[]
  /** Reads the properties that only the response for a single item contains */
  describe?: (item: Types['item'], reader: Reader) => Promise<Omit<Types['details'], keyof Types['item']>>
  /** Adds fields that are derived from the files */
  complete?: (given: Partial<Types['fields']>, prepared: Prepared<Types['file']>, options: { isNew: boolean }) => Partial<Types['fields']>
  /** Throws a problem if valid fields contradict each other */
  check?: (fields: Types['fields']) => void
  /** Reads form data for additional tables. `save` runs within the transaction and returns changes for the audit log of the actor. */
  readMore?: (
    form: MultipartForm<Types['file']>,
    before: Types['item'] | undefined,
  ) => Promise<{ save: (transaction: Transaction, id: string, by?: Actor) => Promise<AuditChange[]> } | undefined>
  /**
   * Prepares further data that a change needs. `save` runs within the transaction of the change, and `discard` runs afterwards, whether or
   * not the change succeeded.
   */
  prepareMore?: (
    before: Types['item'],
    after: Partial<Types['fields']>,
    prepared: Prepared<Types['file']>,
  ) => Promise<
    { save: (publication: Publication, assetIds: AssetIds<Types['file']>) => Promise<void>; discard: () => Promise<void> } | undefined
  >
}

type ItemStore<Types extends ItemTypes> = {
  find: (id: string, reader?: Reader) => Promise<Types['item'] | undefined>
  findMany: (ids: string[], reader?: Reader) => Promise<Types['item'][]>
  listScheduled: (limit: number) => Promise<string[]>
  listDeleted: (limit: number, options: { days: number }) => Promise<string[]>
  read: (id: string) => Promise<Types['row'] | undefined>
  lock: (transaction: Transaction, id: string) => Promise<Types['row'] | undefined>
  insert: (transaction: Transaction, row: { id: string } & Partial<Types['row']>) => Promise<void>
  update: (transaction: Transaction, id: string, columns: Partial<Types['row']>) => Promise<void>
  remove: (transaction: Transaction, id: string) => Promise<void>
  findCoverJpeg: (id: string, reader?: Reader) => Promise<string | null>
  slugs: ItemSlugs
  sharePictures: SharePictures
  editions: EditionStore
  formerFiles: FormerFiles
  listWithoutSlug: (reader: Reader, limit: number, options?: { lock: boolean }) => Promise<{ id: string; name: string }[]>
}

/** Kind of items with its store. */
export type Items<Types extends ItemTypes> = Pick<ItemDeps, 'publish' | 'record' | 'announce'> & {
  kind: ItemKind<Types>
  store: ItemStore<Types>
}
