import { and, eq, lt, sql } from 'drizzle-orm'
import { type PictureUse, SitePicture } from '#contracts/site/site-picture.ts'
import { prepareImage } from '#server/media/processing/prepare-image.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { sitePictures } from './site-pictures.schema.ts'

const WIDTHS = { hero: [640, 960, 1440, 2400], logo: [160, 320, 480], share: [320, 640] } satisfies Record<PictureUse, number[]>
/** Time after which a picture that no section contains is removed: long enough to finish a section. */
const UNUSED_MS = 7 * 24 * 3600 * 1000

export type SitePictures = ReturnType<typeof createSitePictures>

/** Keeps the pictures that the owner uploads for the pages of the site. */
export function createSitePictures({
  orm,
  library,
  pixelLimit,
  iconGround,
  now,
}: {
  orm: Orm
  library: Pick<MediaLibrary, 'publish'>
  /** Pixels that an image may have */
  pixelLimit: number
  /** Returns the colour behind the logo in the icons of the site */
  iconGround: () => string
  now: () => Date
}) {
  return {
    /** Prepares an uploaded image for its use. Throws a problem (400, 415) for the field. */
    add: async (file: UploadedFile, use: PictureUse): Promise<SitePicture> => {
      const { brightness, ...prepared } = await prepareImage(file, {
        pixelLimit,
        widths: WIDTHS[use],
        ...(use === 'share' && { jpeg: 'share' as const }),
        ...(use === 'logo' && { iconGround: iconGround() }),
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

    /** Removes pictures that no version of any section contains. */
    removeUnused: async (): Promise<number> => {
      const old = lt(sitePictures.createdAt, new Date(now().getTime() - UNUSED_MS))
      const isUnused = sql`not exists (select from site_sections where body::text like '%' || ${sitePictures.assetId} || '%')`
      const unused = await orm.select({ id: sitePictures.assetId }).from(sitePictures).where(and(old, isUnused)).limit(100)
      for (const { id } of unused) {
        await library.publish(async ({ transaction, drop }) => {
          // A section may have got the picture in the meantime.
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

/** Finds pictures by their ids, as they were prepared. */
export async function findSitePictures(orm: Pick<Orm, 'select'>, ids: string[]): Promise<Map<string, Omit<SitePicture, 'focus'>>> {
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
