import { access, readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, sep, win32 } from 'node:path'
import { normalizeText } from '#server/platform/normalize-text.ts'
import { unreadableFile } from '#server/platform/problems.ts'
import { succeeds } from '#server/platform/succeeds.ts'

/** Folder with the files that a table names. A flat folder has no subfolders, so folders in file names are ignored. */
export type MediaFolder = { path: string; isFlat: boolean }

/**
 * Returns the path of a file that a table names. The file must be inside the folder after symbolic links are followed; otherwise a problem
 * about the field is thrown.
 */
export async function locateFile(folder: MediaFolder, name: string, field: string): Promise<string> {
  if (name === '') throw unreadableFile(field, 'Enter a file name.')
  const allSteps = name.split(/[\\/]/)
  const steps = folder.isFlat ? allSteps.slice(-1) : allSteps
  const isFromRoot = !folder.isFlat && (isAbsolute(name) || win32.isAbsolute(name))
  if (name.includes('\0') || isFromRoot || steps.includes('..')) throw outside(field, name)
  const root = await realpath(folder.path)
  const path = await realpath(await spell(root, steps)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw unreadableFile(field, `${name} can’t be read: permission denied.`)
    if (error.syscall) throw unreadableFile(field, `${name} was not found.`)
    throw error
  })
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) throw outside(field, name)
  if (!(await stat(path)).isFile()) throw unreadableFile(field, `${name} is not a file.`)
  return path
}

/** Returns a path as the file system spells it, since some file systems store composed characters decomposed. */
async function spell(root: string, steps: string[]): Promise<string> {
  let path = root
  for (const step of steps) {
    const exact = join(path, step)
    const isThere = await succeeds(access(exact))
    const alike = isThere ? undefined : (await readdir(path).catch(() => [])).find((entry) => normalizeText(entry) === normalizeText(step))
    path = alike ? join(path, alike) : exact
  }
  return path
}

function outside(field: string, name: string) {
  return unreadableFile(field, `${JSON.stringify(name)} is outside the media folder.`)
}
