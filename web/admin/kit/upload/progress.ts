import { pluralize } from '#web/lib/format/plural.ts'

type Sample = { time: number; sent: number }

/** Progress of an upload. All times are in milliseconds and must come from the same clock. */
export type Progress = { sent: number; total: number; samples: Sample[] }

/** Time window for the average upload speed: long enough for a steady value, short enough to follow a slowing connection. */
const WINDOW_MS = 8000
const FIRST_ESTIMATE_MS = 1000
const STALLED_MS = 10_000

/** @param sent number of bytes that were already uploaded */
export function startProgress(total: number, time: number, sent = 0): Progress {
  return { sent, total, samples: [{ time, sent }] }
}

/** Adds a sample. The first report only starts the speed measurement, since its bytes may have been sent before the upload was resumed. */
export function recordProgress(progress: Progress, sent: number, total: number, time: number): Progress {
  return progress.sent === 0 ? startProgress(total, time, sent) : addSample(progress, sent, total, time)
}

export function addSample(progress: Progress, sent: number, total: number, time: number): Progress {
  const samples = [...progress.samples, { time, sent }]
  // The last sample before the time window is preserved, so that the samples always span the whole window.
  const firstKept = samples.findIndex((sample) => sample.time > time - WINDOW_MS)
  return { sent, total, samples: samples.slice(Math.max(0, firstKept - 1)) }
}

export type Estimate = {
  /** 0 to 1 */
  fraction: number
  /** Upload speed; absent in the first second and while no bytes are sent */
  bytesPerSecond?: number
  secondsLeft?: number
  /** Whether no bytes have been sent for a while */
  stalled: boolean
  /** Whether all bytes are sent and the response is pending */
  sentAll: boolean
}

/** Estimates the upload speed and the remaining time at a time that may be later than the last sample. */
export function estimate({ sent, total, samples }: Progress, now: number): Estimate {
  const fraction = total > 0 ? Math.min(1, sent / total) : 0
  const sentAll = total > 0 && sent >= total
  const oldest = samples[0]
  const newest = samples.at(-1)
  if (!oldest || !newest || sentAll) return { fraction, stalled: false, sentAll }
  const stalled = now - newest.time >= STALLED_MS
  const elapsed = Math.max(now, newest.time) - oldest.time
  const moved = sent - oldest.sent
  if (stalled || elapsed < FIRST_ESTIMATE_MS || moved <= 0) return { fraction, stalled, sentAll }
  const bytesPerSecond = (moved / elapsed) * 1000
  return { fraction, bytesPerSecond, secondsLeft: (total - sent) / bytesPerSecond, stalled, sentAll }
}

/** Formats the remaining time as "about 40 seconds left", rounded in steps so that the text doesn't flicker. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `about ${pluralize(minutes, 'minute')} left`
  const hours = Math.floor(minutes / 60)
  return `about ${hours} h ${minutes % 60} min left`
}
