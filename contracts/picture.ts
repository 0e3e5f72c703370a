import { z } from 'zod'

/** Widths in CSS pixels × density at which covers and portraits are shown. */
export const PICTURE_WIDTHS = [160, 320, 480, 720, 1080] as const

/** One still picture in several widths and two formats. Paths are relative to the media location unless they begin with http. */
export const Picture = z.object({
  width: z.int().meta({ description: 'Pixels of the upright original' }),
  height: z.int(),
  placeholder: z.string().meta({ description: 'A tiny blurred picture as a data address, shown until the real one is there' }),
  sources: z.array(z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.int(), path: z.string() })),
})
export type Picture = z.infer<typeof Picture>
