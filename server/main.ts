import { enableCompileCache } from 'node:module'
import { preferCommonJs } from './platform/process/prefer-commonjs.ts'
import { restartWithFlags } from './platform/process/restart-with-flags.ts'

// In development the process belongs to `node --watch`.
if (!process.argv.includes('--dev')) restartWithFlags()

// Before any other module is loaded. Compiled code is reused at the next start.
enableCompileCache()
preferCommonJs(['drizzle-orm'])

await import('./run.ts')
