import { enableCompileCache } from 'node:module'
import { loadLightly } from './platform/load-lightly.ts'

// Before anything else is loaded. What is compiled once is there at the next start.
enableCompileCache()
loadLightly(['drizzle-orm'])

await import('./run.ts')
