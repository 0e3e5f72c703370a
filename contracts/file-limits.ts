import { z } from 'zod'

const MB = 1024 * 1024

/** The largest files that this server accepts, in bytes. */
export const FileLimits = z.object({ imageBytes: z.int(), pdfBytes: z.int(), audioBytes: z.int() })
export type FileLimits = z.infer<typeof FileLimits>

/** Unless the settings say otherwise. */
export const DEFAULT_FILE_LIMITS: FileLimits = { imageBytes: 15 * MB, pdfBytes: 500 * MB, audioBytes: 1024 * MB }
