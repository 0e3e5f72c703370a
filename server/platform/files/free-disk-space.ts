import { statfs } from 'node:fs/promises'
import { insufficientStorage } from '#server/platform/problems.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100']
const DETAIL =
  'Nothing was saved. Ask whoever runs the server to make room on its disk, or delete what is no longer needed; then send it again.'

/** Refuses with a problem (507) unless so many bytes can be stored and the room that is kept free stays. */
export type RequireFreeSpace = (bytes: number) => Promise<void>

/**
 * Keeps the last bytes of the disk for those who can't do without: the database, whose log grows with every change, and the
 * temporary files of work under way.
 * @param storing folders that what is sent goes through, `beside` those whose room must not be used up. One that is not there counts for nothing
 */
export function createFreeSpaceCheck({
  storing,
  beside,
  minFreeBytes,
}: {
  storing: string[]
  beside: string[]
  minFreeBytes: number
}): RequireFreeSpace {
  return async (bytes) => {
    const [forFiles, forOthers] = await Promise.all([Promise.all(storing.map(freeBytes)), Promise.all(beside.map(freeBytes))])
    if (Math.min(...forFiles) - bytes < minFreeBytes || Math.min(...forOthers) < minFreeBytes) throw insufficientStorage(DETAIL)
  }
}

/** What an ordinary account may still write where the folder is. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Number.POSITIVE_INFINITY
    throw error
  }
}

/** Whether something could not be written because the disk, an account's share of it or the largest file is full; PostgreSQL's disk too. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && FULL.includes(String(current.code))) return true
  return false
}

/** A full disk as a problem (507) that says what to do; any other error as it is. */
export function toStorageProblem(error: unknown): unknown {
  return isDiskFull(error) ? insufficientStorage(DETAIL) : error
}
