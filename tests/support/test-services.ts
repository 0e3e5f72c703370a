import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openServices, type ServiceOptions } from '#server/services.ts'
import { databaseUrl, query, TEMPLATE } from './database-server.ts'
import { makeTempFolder } from './temp-folder.ts'

/** All services on a database and a data folder of their own. `settings` are environment variables. */
export async function openTestServices(settings: Record<string, string> = {}, options: ServiceOptions = {}) {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template ${TEMPLATE}`)
  const dataDir = await makeTempFolder()
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(server, name),
    DATABASE_POOL: '4',
    ...settings,
  })
  const services = await openServices(config, options)
  return {
    ...services,
    close: async () => {
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
      await query(server, `drop database ${name}`)
    },
  }
}
