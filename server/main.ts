import { enableCompileCache } from 'node:module'
import { preferCommonJs } from './platform/process/prefer-commonjs.ts'
import { restartWithFlags } from './platform/process/restart-with-flags.ts'

// In development the process does not restart itself with additional Node flags, since `node --watch` manages it.
if (!process.argv.includes('--dev')) restartWithFlags()

// A process that was restarted has the compile cache already; in others, it is enabled before the modules of the app are loaded.
enableCompileCache()
preferCommonJs(['drizzle-orm'])

await import('./boot/run.ts')
