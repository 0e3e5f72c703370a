import { z } from 'zod'
import { EDITION_FORMATS } from '#contracts/common/file-formats.ts'

/** File in which an item can be read or heard. The properties that other formats add are in the contracts of their items. */
export const Edition = z.object({
  format: z.enum(EDITION_FORMATS),
  url: z.string().meta({ description: 'Path relative to the media location. The file of a priced item returns 403 without a grant' }),
  type: z.string().meta({ description: 'Media type' }),
  bytes: z.int(),
  previewUrl: z.string().nullable().meta({ description: 'Path of the preview of a priced item relative to the media location' }),
})
export type Edition = z.infer<typeof Edition>

/** Properties of an edition that is heard. */
export const Sound = z.object({
  durationSeconds: z.number().optional().meta({ description: 'Duration of the recording in seconds, measured at publication' }),
  lowBitrate: z.object({ type: z.string(), bytes: z.int() }).nullable().meta({
    description:
      'Low-bitrate audio in Opus, at the recording’s URL with /light before the query; null when there is none, or until it is encoded',
  }),
})
export type Sound = z.infer<typeof Sound>
