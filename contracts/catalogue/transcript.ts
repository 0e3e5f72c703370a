import { z } from 'zod'

export const MAX_CUES = 20_000
export const MAX_CUE_TEXT = 5000
export const MAX_SPEAKER = 200

/** Transcript cue: text spoken from `start` to `end`, in seconds with at most three decimals. */
export const Cue = z.object({
  start: z.number().min(0),
  end: z.number().min(0),
  speaker: z.string().min(1).max(MAX_SPEAKER).nullable(),
  text: z.string().min(1).max(MAX_CUE_TEXT),
})
export type Cue = z.infer<typeof Cue>

/**
 * Transcript in the JSON format of podcast apps:
 * https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md
 */
export const JsonTranscript = z.object({
  version: z.literal('1.0.0'),
  segments: z.array(
    z.object({
      speaker: z.string().optional(),
      startTime: z.number().meta({ description: 'Start time in seconds' }),
      endTime: z.number(),
      body: z.string(),
    }),
  ),
})
export type JsonTranscript = z.infer<typeof JsonTranscript>
