import { statfs } from 'node:fs/promises'
import { insufficientStorage } from '#server/platform/problems.ts'
import { ignoreMissing } from './ignore-missing.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100']
const DETAIL =
  'Nothing was saved. Ask the operator to free disk space on the server, or delete items that are no longer needed. Then try again.'

/** Number of bytes written between two checks of the free disk space. */
export const SPACE_CHECK_BYTES = 16 * 1024 * 1024

/** Function that throws a problem (507) unless the given number of bytes can be stored without using the reserve. */
export type RequireFreeSpace = (bytes: number) => Promise<void>

/**
 * Creates a check of the free disk space. A reserve remains for temporary files and for the database, whose log grows with every change.
 * @param storing folders that uploads are written to; `beside` are other folders that need the reserve. Missing folders are ignored
 */
export function createFreeSpaceCheck(options: { storing: string[]; beside: string[]; minFreeBytes: number }): RequireFreeSpace {
  const { storing, beside, minFreeBytes } = options
  return async (bytes) => {
    const [forFiles, forOthers] = await Promise.all([Promise.all(storing.map(freeBytes)), Promise.all(beside.map(freeBytes))])
    if (Math.min(...forFiles) - bytes < minFreeBytes || Math.min(...forOthers) < minFreeBytes) throw insufficientStorage(DETAIL)
  }
}

/** Returns the bytes that an ordinary account can still write in the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(ignoreMissing)
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}

/** Returns whether a write failed because of a full disk, a quota or the largest file size, on PostgreSQL's disk too. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && FULL.includes(String(current.code))) return true
  return false
}

/** Turns an error caused by a full disk into a problem (507); returns other errors unchanged. */
export function toStorageProblem(error: unknown): unknown {
  return isDiskFull(error) ? insufficientStorage(DETAIL) : error
}
