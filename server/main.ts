import { enableCompileCache } from 'node:module'
import { loadLightly } from './platform/process/prefer-commonjs.ts'
import { runLean } from './platform/process/restart-with-flags.ts'

// In development the process belongs to who watches it.
if (!process.argv.includes('--dev')) runLean()

// Before anything else is loaded. What is compiled once is there at the next start.
enableCompileCache()
loadLightly(['drizzle-orm'])

await import('./run.ts')
