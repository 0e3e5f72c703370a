import { openDatabase } from '#server/platform/database/database.ts'
import { runCommand } from './support/run-command.ts'

/** Applies pending migrations without starting the server. Every start of the server applies them too. */
await runCommand(async ({ config }) => {
  const database = await openDatabase({ ...config.database, dataDir: config.dataDir, embedded: 'start' })
  await database.close()
  console.log('The database is up to date.')
})
