import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Checks what imports what. A run that read too few modules or dependencies proves nothing, so it fails as well. */
const LEAST_MODULES = 100
const folders = ['contracts', 'server', 'site', 'web', 'demo', 'scripts']

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
if (own.length < LEAST_MODULES || dependencies < own.length) {
  console.error(`Only ${own.length} modules with ${dependencies} imports were read; the check is not working.`)
  process.exit(1)
}
if (summary.violations.length > 0) process.exit(1)
console.log(`Import boundaries hold: ${own.length} modules, ${dependencies} imports.`)
