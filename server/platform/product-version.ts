import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')

export type ProductVersion = { version: string; commit: string | null }

/** Version of the release, with the commit if it is known: in a clone of the repository, in the archive of a release, or in an image built with a commit. */
export const productVersion: ProductVersion = { version: packageFile.version, commit: readCommit(process.env.LECTERN_COMMIT, ROOT) }

/** Formats a version for people: `0.2.0 (1f2e3d4c)`. */
export function formatVersion({ version, commit }: ProductVersion): string {
  return commit ? `${version} (${commit})` : version
}

/** Returns the first eight digits of the commit. Reads the files of the repository, since Git may not be installed. */
export function readCommit(given: string | undefined, root: string): string | null {
  const whole = given || read(join(root, 'RELEASE')) || readHead(join(root, '.git'))
  return whole && /^[\da-f]{7,64}$/.test(whole) ? whole.slice(0, 8) : null
}

function readHead(folder: string): string | undefined {
  const head = read(join(folder, 'HEAD'))
  const [, reference] = /^ref: (\S+)/.exec(head ?? '') ?? []
  if (!reference) return head
  const packed = read(join(folder, 'packed-refs'))?.split('\n')
  return read(join(folder, reference)) ?? packed?.find((line) => line.endsWith(` ${reference}`))?.split(' ')[0]
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
