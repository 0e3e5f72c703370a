import type { BulkChange, BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { ItemDetails } from '#contracts/catalogue/item.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { WorkerTask } from '#server/platform/jobs/workers.ts'
import { gone, notFound } from '#server/platform/problems.ts'
import { changeItem } from './change-item.ts'
import { changeItems } from './change-items.ts'
import type { ItemDeps } from './item-deps.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { publishItem } from './publish-item.ts'
import { removeItem } from './remove-item.ts'
import { revertChange } from './revert-change.ts'
import { createSharePictureService, type SharePictureDeps } from './share-pictures.service.ts'
import { slugOf } from './slug-of.ts'

/** Batch size. Small, so that other publications can run between batches. */
const SLUGS_AT_A_TIME = 200
/** Interval of the share picture worker: the time until the picture of a new item is begun. */
const SHARE_PICTURE_SECONDS = 2

/** Creates the service that reads, adds, changes and removes the items of a kind. */
export function createItemService<Types extends ItemTypes>(
  items: Items<Types>,
  { orm, ...deps }: Pick<ItemDeps, 'orm'> & SharePictureDeps,
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

  async function get(id: string): Promise<Item> {
    const item = await store.find(id)
    if (!item) throw notFound(kind.label)
    return item
  }

  async function getDetails(id: string): Promise<Details> {
    const item = await get(id)
    const more = await kind.describe?.(item, orm)
    const [coverJpeg, sharePicture] = [await store.findCoverJpeg(id, orm), await store.sharePictures.find(id, orm)]
    return { ...item, ...more, coverJpeg, sharePicture } as Details
  }

  return {
    get,
    /** Returns the item with this id, or with this current or former slug. @throws gone for the slug of a deleted item */
    view: async (idOrSlug: string): Promise<Details> => {
      const id = await store.slugs.findItem(idOrSlug.toLowerCase())
      if (id === null) throw gone(kind.label)
      return getDetails(id ?? idOrSlug)
    },

    isSlugFree: async (slug: string): Promise<boolean> => (await store.slugs.findItem(slug)) == null,

    add: async (form: MultipartForm<Types['file']>, options?: { id?: string; by?: Actor | undefined }): Promise<Details> =>
      getDetails(await publishItem(items, form, options)),

    change: async (id: string, form: MultipartForm<Types['file']>, options?: { by?: Actor | undefined }): Promise<Details> => {
      await changeItem(items, id, form, options)
      return getDetails(id)
    },

    remove: (id: string, options?: { by?: Actor | undefined }): Promise<void> => removeItem(items, id, options),

    changeMany: (changes: BulkChange['items'], by: Actor | undefined): Promise<BulkOutcome> => changeItems(items, changes, { by }),
    revertChange: (action: string, by: Actor | undefined): Promise<BulkOutcome> => revertChange({ ...items, orm }, action, { by }),

    /** Worker that renders the pictures that chats display for items, after items were published or changed. */
    shareImageWorker,

    /** Adds slugs to items that were published before slugs existed. Until then their URLs end in their ids. */
    addMissingSlugs: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && (await store.listWithoutSlug(orm, 1)).length > 0) {
        await publish(async ({ transaction }) => {
          const unnamed = await store.listWithoutSlug(transaction, SLUGS_AT_A_TIME, { lock: true })
          for (const { id, name } of unnamed) await store.slugs.claimNumbered(transaction, id, slugOf(name) ?? id)
        })
      }
    },
  }
}
