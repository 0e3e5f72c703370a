import { EPISODE_PREVIEW_SECONDS } from '#contracts/listening/episode-preview.ts'

/** Returns the length of the preview of a priced recording: never more than half. */
export function recordingPreviewSeconds(durationSeconds: number): number {
  return Math.min(EPISODE_PREVIEW_SECONDS, durationSeconds / 2)
}
