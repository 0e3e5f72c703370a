import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies the files of the build context, without those that `.dockerignore` excludes. */
export function copyContext(root: string, target: string): void {
  const patterns = readIgnored(root)
  for (const path of listFiles(root, '', patterns)) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path))
  }
}

export function readIgnored(root: string): string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  return lines.filter((line) => line && !line.startsWith('#'))
}

/** Returns whether a path is ignored. The last pattern that matches the path or a parent folder decides. */
export function isIgnored(path: string, patterns: string[]): boolean {
  const parts = path.split('/')
  const withParents = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const last = patterns.findLast((pattern) => withParents.some((each) => expressionOf(pattern).test(each)))
  return last !== undefined && !last.startsWith('!')
}

/** `*` matches any part of a name, including a leading dot; `**` matches any number of folders. */
function expressionOf(pattern: string) {
  const escaped = pattern.replace(/^!/, '').replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('**/', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '(?:.*/)?')}$`)
}

function listFiles(root: string, folder: string, patterns: string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (isIgnored(path, patterns)) return []
    return entry.isDirectory() ? listFiles(root, path, patterns) : [path]
  })
}
