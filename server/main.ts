import { enableCompileCache } from 'node:module'
import { preferCommonJs } from './platform/process/prefer-commonjs.ts'
import { restartWithFlags } from './platform/process/restart-with-flags.ts'

// In development, `node --watch` starts the process.
if (!process.argv.includes('--dev')) restartWithFlags()

// Runs before any other module is loaded. The next start reuses the compiled code.
enableCompileCache()
preferCommonJs(['drizzle-orm'])

await import('./boot/run.ts')
