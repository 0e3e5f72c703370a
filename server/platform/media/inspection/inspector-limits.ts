import { totalmem } from 'node:os'

const MB = 1024 * 1024
/** A camera's 40 million pixels in AVIF take 0.8 GB, a scanned book of 500 MB takes 1.2 GB. */
const MAX_BYTES = 1536 * MB
/** What ordinary files need. */
const MIN_BYTES = 512 * MB
/** A smaller machine opens one file at a time. */
const TWO_AT_ONCE_BYTES = 6 * 1024 * MB

/** How many files are opened at once, and the memory for each: half of the machine's memory in all. */
export function inspectorLimits(memoryBytes: number): { processes: number; residentBytes: number } {
  const processes = memoryBytes < TWO_AT_ONCE_BYTES ? 1 : 2
  return { processes, residentBytes: Math.max(MIN_BYTES, Math.min(MAX_BYTES, memoryBytes / 2 / processes)) }
}

/** Memory of the machine, or of the container or service that the app runs in. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
