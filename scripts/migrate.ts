import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'

/** Applies pending migrations without starting the app. Every start does the same. */
const config = readConfig(process.env)
const database = await openDatabase({ ...config.database, dataDir: config.dataDir })
await database.close()
console.log('The database is up to date.')
