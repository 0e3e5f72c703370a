import { totalmem } from 'node:os'

const MB = 1024 * 1024
/** A camera's 40 million pixels in AVIF take 0.8 GB, a scanned book of 500 MB takes 1.2 GB. */
const MOST_BYTES = 1536 * MB
/** The least that ordinary files need. */
const LEAST_BYTES = 512 * MB
/** A smaller machine opens one file at a time. */
const TWO_AT_ONCE_BYTES = 6 * 1024 * MB

/** How many files are opened at once, and how much memory each may take: half of the machine's for all of them. */
export function inspectorLimits(memoryBytes: number): { processes: number; residentBytes: number } {
  const processes = memoryBytes < TWO_AT_ONCE_BYTES ? 1 : 2
  return { processes, residentBytes: Math.max(LEAST_BYTES, Math.min(MOST_BYTES, memoryBytes / 2 / processes)) }
}

/** Of the machine, or of the container or service that the app is locked into. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
