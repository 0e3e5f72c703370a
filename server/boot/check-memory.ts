import { totalmem } from 'node:os'

const MB = 1024 ** 2
/** Memory in bytes below which the app and its database may be killed while files are processed. */
const LEAST_BYTES = 900 * MB

/** Returns a warning if the memory of the machine, or of the container, is too small; undefined otherwise. */
export function describeLowMemory(bytes = availableBytes()): string | undefined {
  if (bytes >= LEAST_BYTES) return undefined
  return `The machine has ${Math.round(bytes / MB)} MB of memory; Lectern needs 1 GB. Books and pictures may fail to be processed, and the app may be killed.`
}

/** Returns the memory of the machine, or the limit of the control group, if that is lower. */
function availableBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
