import { glob } from 'node:fs/promises'
import { CHECKED_FOLDERS, readImports } from './support/read-imports.ts'

/** Checks the import boundaries. The check also fails when it did not read all files or found no imports, since it would prove nothing. */
const { modules, violations } = await readImports(process.cwd())
const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
const read = new Set(modules.map(({ source }) => source))
const files = await Array.fromAsync(glob(`{${CHECKED_FOLDERS.join(',')}}/**/*.{ts,tsx}`))
const unread = files.filter((file) => !read.has(file) && !file.endsWith('.d.ts'))

for (const { rule, from, to } of violations) console.error(`${rule}: ${from} imports ${to}`)
if (unread.length > 0 || imports < modules.length)
  console.error(`The check is broken: it read ${modules.length} modules with ${imports} imports, but not`, ...unread)
else if (violations.length === 0) console.log(`Import boundaries hold: ${modules.length} modules, ${imports} imports.`)
process.exit(violations.length > 0 || unread.length > 0 || imports < modules.length ? 1 : 0)
