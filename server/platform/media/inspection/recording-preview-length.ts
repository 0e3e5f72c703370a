import { EPISODE_PREVIEW_SECONDS } from '#contracts/episode-preview.ts'

/** How much of a priced recording its preview has: never more than half. */
export function recordingPreviewSeconds(durationSeconds: number): number {
  return Math.min(EPISODE_PREVIEW_SECONDS, durationSeconds / 2)
}
