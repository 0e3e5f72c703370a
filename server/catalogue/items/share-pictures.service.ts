import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Picture } from '#contracts/catalogue/item.ts'
import { asFault } from '#server/media/file-errors.ts'
import { isDrawable, SHARE_PICTURE, type ShareBrand, type ShareSubject } from '#server/media/image/share-picture.ts'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import { type DrawSharePicture, withSharePictures } from '#server/media/sandbox/sandbox.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { SessionLocks } from '#server/platform/database/session-locks.ts'
import type { DueItem, SharePictures } from './share-pictures.store.ts'

/** Number of share images that are published together, since each publication invalidates the caches of public pages. */
const AT_ONCE = 10
/** Version of the rendering code. A new version causes all share images to be rendered again. */
const EDITION = 1
/** Minimum width of the cover rendition for its area in the share image, in pixels. */
const COVER_WIDTH = 480

/** Content of an item's share image. */
export type Shown = Omit<ShareSubject, 'cover' | 'color'> & { picture: Picture; categories: string[] }

/** Appearance of the site's share images. Logos are SVG documents or keys of stored files. */
export type ShareLook = { brand: ShareBrand; colorOf: (categories: string[]) => string }

export type SharePictureDeps = {
  library: MediaLibrary
  publish: PublishToCatalogue
  catalogueVersion: { current: () => number }
  database: { sessionLocks: Pick<SessionLocks, 'withLock'> }
  shareLook: () => ShareLook
}

/**
 * Renders the share images of one kind of items in the background, after items are published or changed. Only one instance renders at a
 * time, in a separate process. If an image can't be rendered, the item's cover is used instead.
 * @param show returns the content of an item's image; undefined when the item was deleted
 */
export function createSharePictureService(
  store: SharePictures,
  show: (id: string) => Promise<Shown | undefined>,
  { library, publish, catalogueVersion, database: { sessionLocks }, shareLook }: SharePictureDeps,
) {
  let hasStarted = false
  /** Latest catalogue version for which no share image is due. */
  let done: number | undefined

  async function drawOne({ id }: DueItem, { brand, colorOf }: ShareLook, draw: DrawSharePicture): Promise<PreparedFile | undefined> {
    const shown = await show(id)
    if (!shown || ![shown.title, shown.by ?? ''].every(isDrawable)) return undefined
    const { picture, categories, ...subject } = shown
    try {
      const cover = await buffer(await library.store.open(coverKey(picture)))
      const content = await draw({ subject: { ...subject, cover, color: colorOf(categories) }, brand })
      return await prepareBytes(content, { folder: library.tempFolder, type: 'image/jpeg', role: 'rendition' })
    } catch (error) {
      if (!(error instanceof MissingMediaError)) asFault(error)
      return undefined
    }
  }

  async function readLogos({ onLight, onDark }: ShareBrand['logos']): Promise<ShareBrand['logos']> {
    const readLogo = async (logo: string) =>
      logo.startsWith('<') ? logo : `data:image/webp;base64,${(await buffer(await library.store.open(logo))).toString('base64')}`
    return { onLight: await readLogo(onLight), onDark: await readLogo(onDark) }
  }

  /** Renders and publishes the due share images; fewer if the instance stops. */
  async function drawAll(due: DueItem[], look: ShareLook, signal: AbortSignal) {
    const design = designOf(look.brand)
    const drawnLook = { ...look, brand: { ...look.brand, logos: await readLogos(look.brand.logos) } }
    const drawn: { item: DueItem; file: PreparedFile | undefined }[] = []
    try {
      await withSharePictures(async (draw) => {
        for (const item of due) if (!signal.aborted) drawn.push({ item, file: await drawOne(item, drawnLook, draw) })
      })
      await publish(async ({ transaction, add, drop }) => {
        for (const { item, file } of drawn) {
          const picture = file && (() => add({ kind: 'image', files: [file], details: { ...SHARE_PICTURE, placeholder: '', sources: [] } }))
          const saved = await store.save(transaction, item, { design, add: picture })
          if (saved !== 'changed' && saved.former) await drop(saved.former)
        }
      })
    } finally {
      // Unsaved images of items that changed in the meantime are deleted from the temporary folder.
      for (const { file } of drawn) if (file) await rm(file.path, { force: true })
    }
  }

  /** Renders due share images until none is due, the newest items first. */
  async function drawDue(signal: AbortSignal): Promise<void> {
    if (done === catalogueVersion.current()) return
    await sessionLocks.withLock(LOCKS.sharePictures, store.kind, signal, async (ended) => {
      if (!hasStarted) await store.forgetFailures()
      hasStarted = true
      while (!ended.aborted) {
        const version = catalogueVersion.current()
        const look = shareLook()
        const due = await store.listDue(designOf(look.brand), AT_ONCE)
        if (due.length === 0) {
          done = version
          return
        }
        await drawAll(due, look, ended)
      }
    })
  }

  return { drawDue }
}

/** Returns the hash of the site's design in all share images. */
export function designOf(brand: ShareBrand): string {
  return createHash('sha256')
    .update(JSON.stringify([EDITION, brand]))
    .digest('hex')
    .slice(0, 16)
}

/** Returns the key of the smallest WebP rendition that is large enough, or else of the largest. */
function coverKey({ sources }: Picture): string {
  const webp = sources.filter(({ type }) => type === 'image/webp').toSorted((one, other) => one.width - other.width)
  return (webp.find(({ width }) => width >= COVER_WIDTH) ?? webp.at(-1))?.path ?? ''
}
