import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readDependencyTable } from './support/dependency-table.ts'

const YEAR_MS = 365 * 24 * 3_600_000

type Published = { deprecated?: string; time?: Record<string, string>; 'dist-tags'?: { latest?: string } }

/** Asks the registry about each package in docs/dependencies.md, and prints packages that are deprecated or have no recent version. */
let findings = 0
for (const { name, upkeep } of readDependencyTable()) {
  const { deprecated, time, 'dist-tags': tags } = await view(name)
  const newest = time?.[tags?.latest ?? '']
  const isOld = newest !== undefined && Date.now() - Date.parse(newest) > 2 * YEAR_MS
  const finding = deprecated
    ? `deprecated: ${deprecated}`
    : upkeep === 'active' && isOld && `called active; last version ${newest.slice(0, 10)}`
  if (!finding) continue
  findings += 1
  console.log(`${name}: ${finding}`)
}
console.log(findings === 0 ? 'No package needs attention.' : 'Correct docs/dependencies.md, or replace these packages.')
process.exitCode = findings === 0 ? 0 : 1

async function view(name: string): Promise<Published> {
  const { stdout } = await promisify(execFile)('npm', ['view', name, 'deprecated', 'time', 'dist-tags', '--json'], { maxBuffer: 2 ** 24 })
  return JSON.parse(stdout || '{}')
}
