import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, eq, lt, sql } from 'drizzle-orm'
import { MEDIA_TYPES } from '#contracts/common/file-formats.ts'
import { type PictureUse, pictureFiles, SitePicture } from '#contracts/site/site-picture.ts'
import type { JpegShape } from '#server/media/image/image-renditions.ts'
import { checkImage, prepareImage } from '#server/media/processing/prepare-image.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { receiveFile, type UploadedFile } from '#server/media/upload/receive-file.ts'
import type { Reader } from '#server/platform/database/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import { sitePictures } from './site-pictures.schema.ts'

const WIDTHS = { hero: [640, 960, 1440, 2400], logo: [160, 320, 480], share: [320, 640], podcast: [320, 640] } satisfies Record<
  PictureUse,
  number[]
>
/** Shapes of the additional JPEG files of pictures, for programs that don't support newer formats */
const JPEGS: Partial<Record<PictureUse, JpegShape>> = { share: 'share', podcast: 'square' }
/** Time after which a picture that no section contains is removed; long enough to finish editing a section. */
const UNUSED_MS = 7 * 24 * 3600 * 1000

export type SitePictures = ReturnType<typeof createSitePictures>

type Deps = {
  library: Pick<MediaLibrary, 'publish' | 'store' | 'tempFolder' | 'requireFreeSpace'>
  /** Maximum size of an image in bytes and pixels */
  limits: { imageBytes: number; imagePixels: number }
  /** Returns the background color of the site icons that are generated from the logo */
  iconGround: () => string
} & Pick<Platform, 'orm' | 'now'>

/** Creates the service that stores the pictures uploaded by the site owner. */
export function createSitePictures(deps: Deps) {
  const { orm, library, limits, iconGround, now } = deps

  /** Writes a picture of an imported site to the folder. Throws a problem (400, 413, 415) unless the file is intact and an image. */
  async function checkFile(key: string, content: string, folder: string): Promise<Omit<PreparedFile, 'role'>> {
    const to = { folder, requireFreeSpace: library.requireFreeSpace, field: `files.${key}`, filename: key }
    const source = Readable.from([Buffer.from(content, 'base64')])
    const file = await receiveFile(source, { ...to, format: 'image', limitBytes: limits.imageBytes })
    const { path, type, bytes, sha256, field } = file
    if (key !== `${sha256}.${MEDIA_TYPES[type].extension}`)
      throw invalidRequest([{ field, message: 'The file has been modified since the export.' }])
    await checkImage(file, { pixelLimit: limits.imagePixels })
    return { key, path, type, bytes }
  }

  async function restoreOne({ focus: _, ...picture }: SitePicture, content: Record<string, string>) {
    const roleOf = (key: string) => {
      if (key === picture.jpeg) return 'jpeg'
      return picture.sources.some(({ path }) => path === key) ? 'rendition' : 'icon'
    }
    const folder = await mkdtemp(join(library.tempFolder, 'site-'))
    try {
      const files: PreparedFile[] = []
      for (const key of pictureFiles(picture)) files.push({ ...(await checkFile(key, content[key] ?? '', folder)), role: roleOf(key) })
      await library.publish(async ({ transaction, add }) => {
        const { id, ...details } = picture
        await add({ kind: 'image', files, details: { ...details, placeholder: '' } }, 'nobody', id)
        await transaction.insert(sitePictures).values({ assetId: id, createdAt: now() })
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    /**
     * Processes an uploaded image for the given use.
     * @throws ProblemError (400, 415) for the field of an invalid image
     */
    add: async (file: UploadedFile, use: PictureUse): Promise<SitePicture> => {
      const { brightness, ...prepared } = await prepareImage(file, {
        pixelLimit: limits.imagePixels,
        widths: WIDTHS[use],
        ...(JPEGS[use] && { jpeg: JPEGS[use] }),
        // A header displays logos in one height, in which margins would leave little of the logo.
        ...(use === 'logo' && { trim: true, iconGround: iconGround() }),
      })
      const { width, height, sources } = prepared.details
      const [small, large] = keysOf(prepared.files, 'icon')
      const [jpeg] = keysOf(prepared.files, 'jpeg')
      const details = { ...prepared.details, brightness, ...(small && large && { icons: { small, large } }), ...(jpeg && { jpeg }) }
      return library.publish(async ({ transaction, add }) => {
        const id = await add({ ...prepared, details })
        await transaction.insert(sitePictures).values({ assetId: id, createdAt: now() })
        return SitePicture.parse({ ...details, id, width, height, sources })
      })
    },

    /** Reads the files of pictures as Base64, by name. @throws MissingMediaError */
    readFiles: async (pictures: SitePicture[]): Promise<Record<string, string>> => {
      const files: Record<string, string> = {}
      for (const key of pictures.flatMap(pictureFiles)) files[key] ??= (await buffer(await library.store.open(key))).toString('base64')
      return files
    },

    /**
     * Stores the pictures of an imported site with their ids and files, as returned by `readFiles`. Pictures that are already stored or
     * whose files are missing are skipped.
     * @throws ProblemError (400, 413, 415) for an invalid file
     */
    restore: async (pictures: SitePicture[], files: Record<string, string>): Promise<void> => {
      const ids = pictures.map(({ id }) => id)
      const known = await orm
        .select({ id: mediaAssets.id })
        .from(mediaAssets)
        .where(sql`${mediaAssets.id} = any(${sql.param(ids)})`)
      const added = new Set(known.map(({ id }) => id))
      for (const picture of pictures) {
        if (added.has(picture.id) || pictureFiles(picture).some((key) => !Object.hasOwn(files, key))) continue
        added.add(picture.id)
        await restoreOne(picture, files)
      }
    },

    /** Removes old pictures that are not used in any version of a section. */
    removeUnused: async (): Promise<number> => {
      const old = lt(sitePictures.createdAt, new Date(now().getTime() - UNUSED_MS))
      const isUnused = sql`not exists (select from site_sections where body::text like '%' || ${sitePictures.assetId} || '%')`
      const unused = await orm.select({ id: sitePictures.assetId }).from(sitePictures).where(and(old, isUnused)).limit(100)
      for (const { id } of unused) {
        await library.publish(async ({ transaction, drop }) => {
          // A section may have started to use the picture in the meantime, so the use of each picture is checked again.
          const removed = await transaction
            .delete(sitePictures)
            .where(and(eq(sitePictures.assetId, id), isUnused))
            .returning()
          if (removed.length > 0) await drop(id)
        })
      }
      return unused.length
    },
  }
}

/** Finds pictures by id, with the fields that the server determined. */
export async function findSitePictures(orm: Reader, ids: string[]): Promise<Map<string, Omit<SitePicture, 'focus'>>> {
  if (ids.length === 0) return new Map()
  const rows = await orm
    .select({ id: mediaAssets.id, details: mediaAssets.details })
    .from(sitePictures)
    .innerJoin(mediaAssets, eq(mediaAssets.id, sitePictures.assetId))
    .where(sql`${sitePictures.assetId} = any(${sql.param(ids)})`)
  return new Map(rows.map(({ id, details }) => [id, SitePicture.omit({ focus: true }).parse({ id, ...details })]))
}

function keysOf(files: PreparedFile[], role: PreparedFile['role']): string[] {
  return files.filter((file) => file.role === role).map(({ key }) => key)
}
