import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Picture } from '#contracts/item.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { SessionLocks } from '#server/platform/database/session-locks.ts'
import { type Draw, DrawingError, withDrawing } from '#server/platform/media/drawing/drawing-process.ts'
import { isDrawable, SHARE_PICTURE, type ShareBrand, type ShareSubject } from '#server/platform/media/drawing/share-picture.ts'
import { prepareBytes } from '#server/platform/media/preparation/prepared-file.ts'
import type { PreparedFile } from '#server/platform/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import { MissingMediaError } from '#server/platform/media/store/media-store.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import type { DueItem, SharePictures } from './share-pictures.store.ts'

/** Published together: each publication empties the caches of the public pages. */
const AT_ONCE = 10
/** Raised when the drawing changes, so that all pictures are made anew. */
const EDITION = 1
/** Large enough for its place in the picture. */
const COVER_WIDTH = 480

/** What the picture of an item shows. */
export type Shown = Omit<ShareSubject, 'cover' | 'colour'> & { picture: Picture; categories: string[] }

/** How all pictures of the site look. */
export type ShareLook = { brand: ShareBrand; colourOf: (categories: string[]) => string }

export type SharePictureDeps = {
  library: MediaLibrary
  publish: PublishToCatalogue
  catalogueVersion: { current: () => number }
  database: { sessionLocks: Pick<SessionLocks, 'tryLock'> }
  shareLook: ShareLook
}

/**
 * Draws the share pictures of one kind of items in the background, after they were published or changed. One app at a time draws, in a
 * process of its own; a picture that can't be drawn is left out, and the item's cover stands for it.
 * @param show returns what the picture of an item shows; undefined when the item is gone
 */
export function createSharePictureService(
  store: SharePictures,
  show: (id: string) => Promise<Shown | undefined>,
  { library, publish, catalogueVersion, database: { sessionLocks }, shareLook: { brand, colourOf } }: SharePictureDeps,
) {
  const design = designOf(brand)
  let hasStarted = false
  /** The version of the catalogue in which nothing was due. */
  let done: number | undefined

  async function drawOne({ id }: DueItem, draw: Draw): Promise<PreparedFile | undefined> {
    const shown = await show(id)
    if (!shown || ![shown.title, shown.by ?? ''].every(isDrawable)) return undefined
    const { picture, categories, ...subject } = shown
    try {
      const cover = await buffer(await library.store.open(coverKey(picture)))
      const content = await draw({ subject: { ...subject, cover, colour: colourOf(categories) }, brand })
      return await prepareBytes(content, { folder: library.tempFolder, type: 'image/jpeg', role: 'rendition' })
    } catch (error) {
      if (error instanceof DrawingError || error instanceof MissingMediaError) return undefined
      throw error
    }
  }

  /** Fewer when the app stops. */
  async function drawAll(due: DueItem[], signal: AbortSignal) {
    const drawn: { item: DueItem; file: PreparedFile | undefined }[] = []
    try {
      await withDrawing(async (draw) => {
        for (const item of due) if (!signal.aborted) drawn.push({ item, file: await drawOne(item, draw) })
      })
      await publish(async ({ transaction, add, drop }) => {
        for (const { item, file } of drawn) {
          const picture = file && (() => add({ kind: 'image', files: [file], details: { ...SHARE_PICTURE, placeholder: '', sources: [] } }))
          const saved = await store.save(transaction, item, { design, add: picture })
          if (saved !== 'changed' && saved.former) await drop(saved.former)
        }
      })
    } finally {
      // Those of items that changed meanwhile.
      for (const { file } of drawn) if (file) await rm(file.path, { force: true })
    }
  }

  /** Draws what is due, the newest items first, until nothing is left. */
  async function drawDue(signal: AbortSignal): Promise<void> {
    if (done === catalogueVersion.current()) return
    const lost = new AbortController()
    const ended = AbortSignal.any([signal, lost.signal])
    const unlock = await sessionLocks.tryLock(LOCKS.sharePictures, store.kind, () => lost.abort())
    // Another app draws.
    if (!unlock) return
    try {
      if (!hasStarted) await store.forgetFailures()
      hasStarted = true
      while (!ended.aborted) {
        const version = catalogueVersion.current()
        const due = await store.listDue(design, AT_ONCE)
        if (due.length === 0) {
          done = version
          return
        }
        await drawAll(due, ended)
      }
    } finally {
      await unlock()
    }
  }

  return { drawDue }
}

/** Names what the site adds to every picture. */
export function designOf(brand: ShareBrand): string {
  return createHash('sha256')
    .update(JSON.stringify([EDITION, brand]))
    .digest('hex')
    .slice(0, 16)
}

/** The smallest WebP rendition that is large enough, else the largest. */
function coverKey({ sources }: Picture): string {
  const webp = sources.filter(({ type }) => type === 'image/webp').toSorted((one, other) => one.width - other.width)
  return (webp.find(({ width }) => width >= COVER_WIDTH) ?? webp.at(-1))?.path ?? ''
}
