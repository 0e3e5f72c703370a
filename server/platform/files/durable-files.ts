import { randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'

// The package write-file-atomic is not used, since it installs signal handlers, which would conflict with those of this process.
/** Writes a private file under a temporary name, flushes it to the disk and renames it: a crash leaves the old file or the new one. */
export async function writeFileAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, data, { flag: 'wx', mode: 0o600, flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Flushes a file, or a folder's entries, to the disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
