import { execFile } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Checks what imports what. A run that left files out or saw no imports proves nothing, so it fails as well. */
const folders = ['contracts', 'server', 'site', 'web', 'demo', 'art', 'scripts']

const { stdout } = await promisify(execFile)('depcruise', ['--config', '.dependency-cruiser.js', '--output-type', 'json', ...folders], {
  maxBuffer: 256 * 1024 * 1024,
}).catch((error: { stdout: string }) => error)

const { modules, summary } = JSON.parse(stdout) as {
  modules: { source: string; dependencies: unknown[] }[]
  summary: { violations: { from: string; to: string; rule: { name: string } }[] }
}
const own = modules.filter((module) => folders.some((folder) => module.source.startsWith(`${folder}/`)))
const dependencies = own.reduce((sum, module) => sum + module.dependencies.length, 0)
for (const { from, to, rule } of summary.violations) console.error(`${rule.name}: ${from} imports ${to}`)
const read = new Set(own.map((module) => module.source))
const left = (await Array.fromAsync(glob(`{${folders.join(',')}}/**/*.{ts,tsx}`))).filter(
  (file) => !read.has(file) && !/\.d\.ts$/.test(file),
)
if (left.length > 0 || dependencies < own.length) {
  console.error(`${own.length} modules with ${dependencies} imports were read, without ${left.length}; the check is not working.`, ...left)
  process.exit(1)
}
if (summary.violations.length > 0) process.exit(1)
console.log(`Import boundaries hold: ${own.length} modules, ${dependencies} imports.`)
