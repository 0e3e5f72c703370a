import { enableCompileCache } from 'node:module'
import { loadSiteFiles } from './boot/load-site-files.ts'
import { SETTINGS_EXIT_CODE } from './platform/problems.ts'
import { preferCommonJs } from './platform/process/prefer-commonjs.ts'
import { restartWithFlags } from './platform/process/restart-with-flags.ts'

// In development the process does not restart itself with additional Node flags, since `node --watch` manages it.
if (!process.argv.includes('--dev')) restartWithFlags()

// A process that was restarted has the compile cache already; in others, it is enabled before the modules of the app are loaded.
enableCompileCache()
preferCommonJs(['drizzle-orm'])

await loadSiteFiles().catch((error: Error) => {
  console.error(`Lectern can’t start: ${error.message}`)
  process.exit(SETTINGS_EXIT_CODE)
})
await import('./boot/run.ts')
