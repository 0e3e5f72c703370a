import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { SKIP_BACK_SECONDS, SKIP_FORWARD_SECONDS } from './audio.ts'

/** Time within a chapter, in seconds, during which “previous” leads to the chapter before it in place of its start. */
const START_SECONDS = 3

/**
 * Returns the second to which “next” of a headset leads: the next chapter, or thirty seconds further in a recording without chapters;
 * undefined if the recording ends before. The length is 0 while it is unknown.
 */
export function findNextTrack(seconds: number, { length, chapters }: { length: number; chapters: readonly Chapter[] }): number | undefined {
  if (chapters.length > 0) return chapters.find(({ start }) => start > seconds)?.start
  const next = seconds + SKIP_FORWARD_SECONDS
  return length > 0 && next >= length ? undefined : next
}

/**
 * Returns the second to which “previous” of a headset leads: the start of the chapter, the chapter before it if it has just begun, or
 * fifteen seconds back in a recording without chapters.
 */
export function findPreviousTrack(seconds: number, chapters: readonly Chapter[]): number {
  if (chapters.length === 0) return Math.max(0, seconds - SKIP_BACK_SECONDS)
  return chapters.filter(({ start }) => start <= seconds - START_SECONDS).at(-1)?.start ?? 0
}
