import { enableCompileCache } from 'node:module'
import { preferCommonJs } from './platform/process/prefer-commonjs.ts'
import { restartWithFlags } from './platform/process/restart-with-flags.ts'

// In development the process does not restart itself with additional Node flags, since `node --watch` manages it.
if (!process.argv.includes('--dev')) restartWithFlags()

// The compile cache is enabled before any other module is loaded, so that the next start reuses the compiled code.
enableCompileCache()
preferCommonJs(['drizzle-orm'])

await import('./boot/run.ts')
