import { enableCompileCache } from 'node:module'
import { preferCommonJs } from './platform/process/prefer-commonjs.ts'
import { restartWithFlags } from './platform/process/restart-with-flags.ts'

// In development the process belongs to who watches it.
if (!process.argv.includes('--dev')) restartWithFlags()

// Before anything else is loaded. What is compiled once is there at the next start.
enableCompileCache()
preferCommonJs(['drizzle-orm'])

await import('./run.ts')
