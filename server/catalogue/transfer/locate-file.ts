import { access, readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, parse, sep, win32 } from 'node:path'
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
  const path = await realpath(await spell(root, steps, field)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw unreadableFile(field, `${name} can’t be read: permission denied.`)
    if (error.syscall) throw unreadableFile(field, `${name} was not found.`)
    throw error
  })
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) throw outside(field, name)
  if (!(await stat(path)).isFile()) throw unreadableFile(field, `${name} is not a file.`)
  return path
}

/**
 * Returns a path as the file system spells it: tables name files in another case and with spaces around the name, and some file systems store
 * composed characters decomposed. An exact name takes precedence; a name that fits several files is refused.
 */
async function spell(root: string, steps: string[], field: string): Promise<string> {
  let path = root
  for (const step of steps) {
    const exact = join(path, step)
    const isThere = await succeeds(access(exact))
    const alike = isThere ? [] : (await readdir(path).catch(() => [])).filter((entry) => meant(entry) === meant(step))
    if (alike.length > 1) throw unreadableFile(field, `${step} may be ${alike.toSorted().join(' or ')}. Enter the exact name.`)
    path = alike[0] ? join(path, alike[0]) : exact
  }
  return path
}

/** Returns a file name without case and without spaces around it and its extension. */
function meant(entry: string): string {
  const { name, ext } = parse(normalizeText(entry).trim())
  return `${name.trim()}${ext}`.replaceAll(/\s+/g, ' ').toLowerCase()
}

function outside(field: string, name: string) {
  return unreadableFile(field, `${JSON.stringify(name)} is outside the media folder.`)
}
