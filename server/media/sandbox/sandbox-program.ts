import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the sandbox program, and the program files that the sandbox process may read. */
export type SandboxProgram = { path: string; readable: string[] }

const ROOT = join(import.meta.dirname, '../../..')
const below = (...names: string[]) => names.map((name) => join(ROOT, name))

/** Libraries of which the built program reads files: character maps, WebAssembly, native code and words. */
const LIBRARIES = ['pdfjs-dist', '@hyzyla/pdfium', 'sharp', '@img', 'detect-libc', 'semver', 'dictionary-en'].map((name) =>
  join('node_modules', name),
)

export const BUILT_SANDBOX = join(ROOT, 'build/sandbox')
/** File that lists the sources of the built program: paths relative to the root, and their digests. */
export const SOURCES = 'sources.json'

let isBuilt: boolean | undefined

/**
 * Returns the built sandbox program (docs/decisions/0051), which starts in a quarter to two thirds of the time of the source
 * program. In development, and if the sources have changed since the build, returns the source program.
 */
export function sandboxProgram(): SandboxProgram {
  isBuilt ??= isCurrent(BUILT_SANDBOX)
  // The built program is missing while a build is in progress.
  return isBuilt && existsSync(join(BUILT_SANDBOX, SOURCES)) ? builtProgram(BUILT_SANDBOX) : SOURCE_PROGRAM
}

export const SOURCE_PROGRAM: SandboxProgram = {
  path: join(import.meta.dirname, 'sandbox.child.ts'),
  readable: below('node_modules', 'server', 'contracts', 'package.json'),
}

export function builtProgram(folder: string): SandboxProgram {
  return { path: join(folder, 'sandbox.child.cjs'), readable: [folder, ...below('package.json', ...LIBRARIES)] }
}

/** Returns whether the program in the folder was built from the current sources. */
export function isCurrent(folder: string): boolean {
  const list = join(folder, SOURCES)
  if (!existsSync(list)) return false
  const sources = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>)
  return sources.every(([path, digest]) => existsSync(join(ROOT, path)) && digestOf(path) === digest)
}

/** Returns the SHA-256 digest of a source file. @param path relative to the root */
export function digestOf(path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
}
