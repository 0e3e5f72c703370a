import { openDatabase } from '#server/platform/database/database.ts'
import { runCommand } from './support/run-command.ts'

/** Applies pending migrations without starting the app. Every start does the same. */
await runCommand(async ({ config }) => {
  const database = await openDatabase({ ...config.database, dataDir: config.dataDir, embedded: 'start' })
  await database.close()
  console.log('The database is up to date.')
})
