import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Program to fork, and the program files that its permissions allow it to read. */
export type SandboxProgram = { path: string; readable: string[] }

const ROOT = join(import.meta.dirname, '../../..')
const below = (...names: string[]) => names.map((name) => join(ROOT, name))

/** Libraries of which the built program reads files: character maps, WebAssembly and native code. */
const LIBRARIES = ['pdfjs-dist', '@hyzyla/pdfium', 'sharp', '@img', 'detect-libc', 'semver'].map((name) => join('node_modules', name))

export const BUILT_SANDBOX = join(ROOT, 'build/sandbox')
/** File with the sources of the built program: paths below the root and digests. */
export const SOURCES = 'sources.json'

let isBuilt: boolean | undefined

/**
 * Returns the built sandbox program (docs/decisions/0051), which starts in a quarter to two thirds of the time. Returns the sources in
 * development, and if the sources have changed since the build.
 */
export function sandboxProgram(): SandboxProgram {
  isBuilt ??= isCurrent(BUILT_SANDBOX)
  // A build in progress removes the built program.
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

/** Returns the SHA-256 digest of a source file. @param path below the root */
export function digestOf(path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
}
