import { rm, writeFile } from 'node:fs/promises'

/** Writes a new file. Removes the file if writing fails, since a partly written file would waste space on a full disk. */
export async function writeWholeFile(path: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true })
    throw error
  }
}
