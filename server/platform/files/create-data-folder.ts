import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const REASONS: Record<string, string> = {
  EROFS: 'its file system is read-only',
  EACCES: 'the account of the app has no permission',
  EPERM: 'the account of the app has no permission',
  ENOTDIR: 'a file is in its place',
}

/**
 * Creates the data folder. Throws an error that names the cause if the folder is not writable, since `mkdir` reports a read-only file
 * system as a missing folder.
 */
export async function createDataFolder(dataDir: string): Promise<void> {
  try {
    await requireWritable(dataDir)
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new Error(`The data folder ${dataDir} can’t be used: ${REASONS[code] ?? message}. DATA_DIR names it.`)
  }
}

/** Throws if the folder, or its nearest existing parent, is not writable. */
async function requireWritable(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || folder === dirname(folder)) throw error
  })
  if (!found) return requireWritable(dirname(folder))
  if (!found.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  await access(folder, constants.W_OK | constants.X_OK)
}
