import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'

/** Removes a file whose content is stale. If another process replaces the file at the same moment, the new file stays. */
export function removeStaleFile(path: string, isStale: (content: string) => boolean): void {
  const aside = `${path}.${randomUUID()}`
  try {
    if (!isStale(readFileSync(path, 'utf8'))) return
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    if (!isStale(readFileSync(aside, 'utf8'))) linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside)
  }
}
