import { EPISODE_PREVIEW_SECONDS } from '#contracts/listening/episode-preview.ts'

/** Returns the length in seconds of the preview of a priced recording, which is at most half of the recording. */
export function recordingPreviewSeconds(durationSeconds: number): number {
  return Math.min(EPISODE_PREVIEW_SECONDS, durationSeconds / 2)
}
