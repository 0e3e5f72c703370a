import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is forked, and what it may read in any case: program files. */
export type InspectorProgram = { path: string; readable: string[] }

const ROOT = join(import.meta.dirname, '../../../..')
const below = (...names: string[]) => names.map((name) => join(ROOT, name))

/** What the built program takes of libraries while it runs: letters and WebAssembly as files, and native code. */
const LIBRARIES = ['pdfjs-dist', '@hyzyla/pdfium', 'sharp', '@img', 'detect-libc', 'semver'].map((name) => join('node_modules', name))

export const BUILT_INSPECTOR = join(ROOT, 'build/inspector')
/** Sources of the built program and the digests that they had, by their paths below the root. */
export const SOURCES = 'sources.json'

let isBuilt: boolean | undefined

/**
 * The built inspector (docs/decisions/0051), which starts in a quarter to two thirds of the time, or the sources: in development,
 * and wherever they are not those that it was built of.
 */
export function inspectorProgram(): InspectorProgram {
  isBuilt ??= isCurrent(BUILT_INSPECTOR)
  // A build that goes on meanwhile takes it away.
  return isBuilt && existsSync(join(BUILT_INSPECTOR, SOURCES)) ? builtProgram(BUILT_INSPECTOR) : SOURCE_PROGRAM
}

export const SOURCE_PROGRAM: InspectorProgram = {
  path: join(import.meta.dirname, 'inspect.child.ts'),
  readable: below('node_modules', 'server', 'contracts', 'package.json'),
}

export function builtProgram(folder: string): InspectorProgram {
  return { path: join(folder, 'inspect.child.cjs'), readable: [folder, ...below('package.json', ...LIBRARIES)] }
}

/** Whether the inspector in the folder was built of the sources that are there. */
export function isCurrent(folder: string): boolean {
  const list = join(folder, SOURCES)
  if (!existsSync(list)) return false
  const sources = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>)
  return sources.every(([path, digest]) => existsSync(join(ROOT, path)) && digestOf(path) === digest)
}

/** @param path below the root */
export function digestOf(path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
}
