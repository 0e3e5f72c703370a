import { formatDuration, parseDuration } from '#contracts/listening/duration.ts'
import type { SaveQuestion } from '#web/admin/kit/form/save-question.ts'

/** Tolerated difference as a share of the length; a second at least, since durations are whole seconds. */
const TOLERANCE = 0.02

/** Returns the question to ask before saving a duration that differs from the length of the recording, if that is known. */
export function askAboutDuration(seconds: number | undefined, duration: string | undefined): SaveQuestion | undefined {
  if (!seconds || !duration || Math.abs(parseDuration(duration) - seconds) <= Math.max(1, seconds * TOLERANCE)) return undefined
  const own = formatDuration(seconds)
  return {
    title: `Save a duration of ${duration}?`,
    message: `The recording lasts ${own}.`,
    confirm: `Save ${own}`,
    fields: { duration: own },
    alternative: `Save ${duration}`,
  }
}
