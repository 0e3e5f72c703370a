import { z } from 'zod'

/** Uses of the owner's pictures, which determine the widths and the additional file formats. */
export const PICTURE_USES = ['hero', 'logo', 'share', 'podcast'] as const
export type PictureUse = (typeof PICTURE_USES)[number]

const FOCUSES = ['center', 'left', 'right', 'top', 'bottom'] as const

const key = z.string().regex(/^[0-9a-f]{64}\.(avif|webp|png|jpg)$/)

/** Picture that the site owner uploaded. The server sets every field except `focus`. */
export const SitePicture = z.object({
  id: z.uuid(),
  width: z.int().positive(),
  height: z.int().positive(),
  brightness: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'Brightness of the brightest parts of the picture, which determines the overlay below text; 1 is white' }),
  sources: z
    .array(z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.int().positive(), path: key }))
    .min(1)
    .max(12),
  icons: z.object({ small: key, large: key }).optional().meta({ description: 'PNG files of a logo, 192 and 512 pixels wide' }),
  jpeg: key.optional().meta({ description: 'JPEG file: 1200 × 630 pixels for shared links, or square for podcast directories' }),
  focus: z
    .enum(FOCUSES)
    .default('center')
    .meta({ title: 'Part that stays visible', description: 'Applies when a screen displays only a part of the picture.' }),
})
export type SitePicture = z.infer<typeof SitePicture>

/** Lists the names of a picture’s files. */
export function pictureFiles({ sources, icons, jpeg }: Pick<SitePicture, 'sources' | 'icons' | 'jpeg'>): string[] {
  return [...sources.map(({ path }) => path), ...(icons ? [icons.small, icons.large] : []), ...(jpeg ? [jpeg] : [])]
}

/** Returns the schema of an optional picture in a section. The use determines how an uploaded picture is processed. */
export function picture(use: PictureUse, title: string, description: string) {
  return SitePicture.meta({ title, description, picture: use }).optional()
}
