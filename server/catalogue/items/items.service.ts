import type { AuditChange } from '#contracts/admin/audit.ts'
import type { BulkChange, BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { ItemDetails } from '#contracts/catalogue/item.ts'
import type { ItemFiles } from '#contracts/catalogue/item-files.ts'
import { isPreviewed, isReachable } from '#contracts/catalogue/item-visibility.ts'
import { isIdForm } from '#contracts/catalogue/slug.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { WorkerTask } from '#server/platform/jobs/workers.ts'
import { gone, notFound } from '#server/platform/problems.ts'
import { type ItemPreview, previewHolder } from '#server/product-directory.ts'
import { changeItem, parseChanges, planChange } from './change-item.ts'
import { changeItems } from './change-items.ts'
import type { ItemDeps } from './item-deps.ts'
import { listFiles, removeOldFiles, restoreFile } from './item-files.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { isVisible } from './item-state.ts'
import { parseNew, publishItem } from './publish-item.ts'
import { publishScheduled } from './publish-scheduled.ts'
import { deleteForGood, deleteWithin, emptyBin, removeItem, restoreItem } from './remove-item.ts'
import { revertChange } from './revert-change.ts'
import { createSharePictureService, type SharePictureDeps } from './share-pictures.service.ts'

/** Service for any kind of items */
export type ItemService = ReturnType<typeof createItemService<ItemTypes>>
type ByOption = { by?: Actor }

/** Number of items that get missing slugs per batch; small, so that administrators can publish between batches. */
const SLUGS_AT_A_TIME = 200
/** Interval of the worker for share images in seconds: the delay until an idle worker begins the image of a new item. */
const SHARE_PICTURE_SECONDS = 2
/** Maximum delay of a scheduled publication, in seconds. */
const PUBLISH_SECONDS = 2
const CLEAN_UP_SECONDS = 3600

/** Creates the service that reads, adds, changes and removes the items of a kind. */
export function createItemService<Types extends ItemTypes>(
  items: Items<Types>,
  { orm, signedUrls, ...deps }: Pick<ItemDeps, 'orm' | 'signedUrls'> & SharePictureDeps,
) {
  type Item = Types['item']
  type Details = Item & Types['details'] & ItemDetails
  const { kind, store, publish } = items
  const show = async (id: string) => {
    const item = await store.find(id)
    return item && kind.toShown(item)
  }
  const { drawDue } = createSharePictureService(store.sharePictures, show, deps)
  const shareImageWorker: WorkerTask = { name: `render share images (${kind.noun})`, everySeconds: SHARE_PICTURE_SECONDS, run: drawDue }

  const publishDue = (signal?: AbortSignal) => publishScheduled(items, signal)
  const stateWorkers: WorkerTask[] = [
    { name: `publish scheduled items (${kind.noun})`, everySeconds: PUBLISH_SECONDS, run: publishDue },
    { name: `remove former files (${kind.noun})`, everySeconds: CLEAN_UP_SECONDS, afterSeconds: 90, run: () => removeOldFiles(items) },
    { name: `empty the bin (${kind.noun})`, everySeconds: CLEAN_UP_SECONDS, afterSeconds: 60, run: (signal) => emptyBin(items, signal) },
  ]

  async function get(id: string): Promise<Item> {
    const item = await store.find(id)
    if (!item) throw notFound(kind.label)
    return item
  }

  /**
   * Finds the item of a URL by its id, or by its current or former slug. A text with the form of an id is first an id, so that the URLs of
   * receipts and purchases lead to their own item. The id is null for the slug of a deleted item, and undefined for an unknown slug.
   */
  async function resolve(idOrSlug: string): Promise<{ id?: string | null | undefined; item: Item | undefined }> {
    const own = isIdForm(idOrSlug) ? await store.find(idOrSlug.toLowerCase()) : undefined
    if (own) return { item: own }
    const id = await store.slugs.findItem(idOrSlug.toLowerCase())
    return { id, item: id === null ? undefined : await store.find(id ?? idOrSlug) }
  }

  const getDetails = async (id: string) => describe(await get(id))

  async function describe(item: Item): Promise<Details> {
    const { id } = item
    const more = await kind.describe?.(item, orm)
    const [coverJpeg, sharePicture] = [await store.findCoverJpeg(id, orm), await store.sharePictures.find(id, orm)]
    return { ...item, ...more, coverJpeg, sharePicture } as Details
  }

  /** Adds a grant to the URLs of files that all visitors may open after the item is published. */
  function signFiles(item: Details, preview: ItemPreview): Details {
    const entitlementId = previewHolder(preview)
    const keys = kind.visitorKeys?.(item) ?? []
    function sign(value: unknown): unknown {
      if (Array.isArray(value)) return value.map(sign)
      if (value?.constructor === Object) return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, sign(own)]))
      if (typeof value !== 'string' || !keys.includes(value)) return value
      return `${value}?grant=${signedUrls.sign({ key: value, entitlementId, expiresAt: preview.expiresAt })}`
    }
    return sign(item) as Details
  }

  return {
    get,
    /**
     * Returns an item for visitors by its id, or by its current or former slug.
     * @param preview unpublished item that the visitor may open as well
     * @throws gone for a withdrawn item, an item in the bin, and the slug of a deleted item
     */
    view: async (idOrSlug: string, preview?: ItemPreview): Promise<Details> => {
      const { id, item } = await resolve(idOrSlug)
      if (id === null) throw gone(kind.label)
      if (item && isVisible(item, isReachable)) return describe(item)
      const isOfPreview = item && preview?.product === kind.noun && preview.productId === item.id
      if (isOfPreview && isVisible(item, isPreviewed)) return signFiles(await describe(item), preview)
      throw item?.deletedAt || item?.state === 'withdrawn' ? gone(kind.label) : notFound(kind.label)
    },

    /** Returns an item in any state for its buyers and administrators, by its id, or by its current or former slug. */
    viewInAllStates: async (idOrSlug: string): Promise<Details> => {
      const { item } = await resolve(idOrSlug)
      if (!item) throw notFound(kind.label)
      return describe(item)
    },

    /** Validates the text fields of a new item and returns them. @throws the problem with which `add` would refuse them */
    checkNew: (fields: Record<string, string>): Partial<Types['fields']> & { slug?: string } => {
      const { slug, given } = parseNew(kind, fields)
      return { ...given, slug }
    },
    /** Validates text fields of an item and returns those that would change. @throws the problem with which `change` would refuse them */
    checkChange: async (id: string, fields: Record<string, string>): Promise<AuditChange[]> => {
      const { sent, stateFields } = parseChanges(kind, fields)
      const row = await store.read(id)
      if (!row) throw notFound(kind.label)
      const plan = planChange(kind, row, { ...(kind.complete?.(sent, {}, { isNew: false }) ?? sent), ...stateFields })
      return changesBetween(plan.former, plan.changed as never, { longest: Number.POSITIVE_INFINITY })
    },
    /** Returns the item in any state, except in the bin, that has or had the slug. */
    findBySlug: async (slug: string): Promise<Item | undefined> => {
      const id = await store.slugs.findItem(slug)
      const item = id ? await store.find(id) : undefined
      return item?.deletedAt ? undefined : item
    },

    isSlugFree: async (slug: string): Promise<boolean> => store.slugs.isFree(slug),

    add: async (form: MultipartForm<Types['file']>, options?: { id?: string; by?: Actor }): Promise<Details> =>
      getDetails(await publishItem(items, form, options)),

    change: async (id: string, form: MultipartForm<Types['file']>, options?: { by?: Actor }): Promise<Details> => {
      await changeItem(items, id, form, options)
      return getDetails(id)
    },

    /** Moves an item to the bin; items of kinds without states are deleted for good. */
    remove: (id: string, options?: ByOption): Promise<void> => removeItem(items, id, options),
    restore: async (id: string, options?: ByOption): Promise<Details> => {
      await restoreItem(items, id, options)
      return getDetails(id)
    },
    /** Deletes an item and its files for good. With `onlyInBin`, items outside the bin are not found. */
    deleteForGood: (id: string, options?: ByOption & { onlyInBin?: boolean }): Promise<void> => deleteForGood(items, id, options),

    /** Deletes an item and its files for good, in the transaction of the given publication. */
    deleteWithin: (publication: Publication, id: string, options?: ByOption): Promise<void> =>
      deleteWithin(items, publication, id, options),

    /** Returns an item in any state. In a transaction, the item is locked until the transaction ends. */
    findWithin: async (id: string, transaction?: Transaction): Promise<Item | undefined> => {
      if (transaction) await store.lock(transaction, id)
      return store.find(id, transaction)
    },

    /** Workers that publish scheduled items, and delete old replaced files and items that have been in the bin for a long time */
    stateWorkers,
    publishDue,
    emptyBin: () => emptyBin(items),

    listFiles: (id: string): Promise<ItemFiles> => listFiles(items, id, { orm, signedUrls }),
    restoreFile: async (id: string, assetId: string, options?: ByOption): Promise<Details> => {
      await restoreFile(items, { id, assetId }, options)
      return getDetails(id)
    },
    removeOldFiles: (): Promise<void> => removeOldFiles(items),

    changeMany: (changes: BulkChange['items'], by: Actor | undefined): Promise<BulkOutcome> => changeItems(items, changes, { by }),
    revertChange: (action: string, by: Actor | undefined): Promise<BulkOutcome> => revertChange({ ...items, orm }, action, { by }),

    /** Worker that renders the share images of published and changed items for link previews in chats. */
    shareImageWorker,

    /** Adds slugs to items that were published before slugs existed. Until then, the URLs of these items end in their ids. */
    addMissingSlugs: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && (await store.listWithoutSlug(orm, 1)).length > 0) {
        await publish(async ({ transaction }) => {
          const unnamed = await store.listWithoutSlug(transaction, SLUGS_AT_A_TIME, { lock: true })
          for (const item of unnamed) await store.slugs.claimGenerated(transaction, item)
        })
      }
    },
  }
}
