import type { z } from 'zod'
import type { AuditChange, AuditNoun } from '#contracts/admin/audit.ts'
import type { ItemForm } from '#contracts/catalogue/item-form.ts'
import type { ItemState } from '#contracts/catalogue/item-state.ts'
import type { Audience, PreparedAsset } from '#server/media/store/media-asset.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import type { Reader, Transaction } from '#server/platform/database/database.ts'
import type { FormerFile, FormerFiles } from './former-files.store.ts'
import type { ItemDeps } from './item-deps.ts'
import type { ItemSlugs } from './item-slugs.store.ts'
import type { StateRow } from './item-state.schema.ts'
import type { Shown } from './share-pictures.service.ts'
import type { SharePictures } from './share-pictures.store.ts'
import type { StoredPreview } from './stored-preview.ts'

/** Types of a kind of items. */
export type ItemTypes = {
  /** Text fields of the form, without the slug */
  fields: object
  /** Item as lists contain it */
  item: {
    id: string
    updatedAt: string
    slug: string
    state?: ItemState
    publishAt?: string | null
    publishedAt?: string | null
    deletedAt?: string | null
  }
  /** Item as the response for a single item contains it */
  details: object
  row: { updatedAt: Date } & StateRow
  /** Names of the files of the form */
  file: string
}

/** Slug that a form contains */
type Slugged = { slug?: string }
export type Prepared<File extends string> = Partial<Record<File, PreparedAsset>>

/** File of the form, and the asset that is created from it. */
export type AssetKind<Fields> = {
  /** Column of the item's table with the asset's id */
  column: string
  /** Checks the file and creates its renditions. `fields` are the item's fields after the change, `sent` all texts of the form */
  prepare: (file: UploadedFile, fields: Partial<Fields>, sent: MultipartForm<string>['fields']) => Promise<PreparedAsset>
  /** Returns who may read the file; everyone, when left out */
  audience?: (fields: Fields) => Audience
  /** Whether administrators can restore the file for some time after it was replaced */
  isKept?: boolean
  /** Creates the preview of a stored file, if the fields require one and it has none */
  cutPreview?: (fields: Partial<Fields>, file: Pick<FormerFile, 'key' | 'type' | 'details'>) => Promise<StoredPreview | undefined>
}

/** Definition of a kind of items. */
export type ItemKind<Types extends ItemTypes> = {
  noun: AuditNoun
  /** Name of the kind in messages */
  label: string
  form: ItemForm
  fields: z.ZodType<Types['fields'] & Slugged>
  changes: z.ZodType<Partial<Types['fields']> & Slugged & { updatedAt?: string }>
  /** Files that columns of the item's table refer to */
  assets: { [Name in Types['file']]?: AssetKind<Types['fields']> }
  nameOf: (fields: Types['fields']) => string
  /** Returns the fields whose columns have another name or type */
  toFields: (row: Types['row']) => Partial<Types['fields']>
  toColumns: (fields: Types['fields']) => Record<string, unknown>
  /** Returns the content of the share picture, which depends on the item's fields and files only */
  toShown: (item: Types['item']) => Shown
  /** Returns the keys of the files that every visitor opens, once the item is published */
  visitorKeys?: (item: Types['item']) => string[]
  /** Reads the properties that only the response for a single item contains, and lists do not */
  describe?: (item: Types['item'], reader: Reader) => Promise<Omit<Types['details'], keyof Types['item']>>
  /** Adds fields that are derived from the files */
  complete?: (given: Partial<Types['fields']>, prepared: Prepared<Types['file']>, options: { isNew: boolean }) => Partial<Types['fields']>
  /** Throws a problem when fields that are valid on their own don't fit together */
  check?: (fields: Types['fields']) => void
  /** Reads the form's data for tables beside the item's own: `save` runs within the transaction and returns changes for the audit log. */
  readMore?: (
    form: MultipartForm<Types['file']>,
    before: Types['item'] | undefined,
  ) => Promise<{ save: (transaction: Transaction, id: string) => Promise<AuditChange[]> } | undefined>
  /**
   * Prepares further data that a change needs: `save` runs within its transaction, `discard` afterwards, whether or not the change
   * succeeded.
   */
  prepareMore?: (
    before: Types['item'],
    after: Partial<Types['fields']>,
    prepared: Prepared<Types['file']>,
  ) => Promise<{ save: (publication: Publication, row: Types['row']) => Promise<void>; discard: () => Promise<void> } | undefined>
}

type ItemStore<Types extends ItemTypes> = {
  find: (id: string, reader?: Reader) => Promise<Types['item'] | undefined>
  findMany: (ids: string[], reader?: Reader) => Promise<Types['item'][]>
  listScheduled: (limit: number) => Promise<string[]>
  listDeleted: (limit: number, options: { days: number }) => Promise<string[]>
  read: (id: string) => Promise<Types['row'] | undefined>
  lock: (transaction: Transaction, id: string) => Promise<Types['row'] | undefined>
  insert: (transaction: Transaction, columns: never) => Promise<void>
  update: (transaction: Transaction, id: string, columns: never) => Promise<void>
  remove: (transaction: Transaction, id: string) => Promise<void>
  findCoverJpeg: (id: string, reader?: Reader) => Promise<string | null>
  slugs: ItemSlugs
  sharePictures: SharePictures
  formerFiles: FormerFiles
  listWithoutSlug: (reader: Reader, limit: number, options?: { lock: boolean }) => Promise<{ id: string; name: string }[]>
}

/** A kind of items with its store. */
export type Items<Types extends ItemTypes> = Pick<ItemDeps, 'publish' | 'record' | 'announce'> & {
  kind: ItemKind<Types>
  store: ItemStore<Types>
}
