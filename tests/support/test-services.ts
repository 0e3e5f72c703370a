import { rm } from 'node:fs/promises'
import { openServices, type ServiceOptions } from '#server/boot/services.ts'
import { readConfig } from '#server/config.ts'
import { makeTempFolder } from './temp-folder.ts'
import { copyTemplate } from './template-copy.ts'

/**
 * Opens all services of the server on a separate data folder and database, unless the settings name a database. `settings` are environment
 * variables.
 */
export async function openTestServices(settings: Record<string, string> = {}, options: ServiceOptions = {}) {
  const copy = settings.DATABASE_URL ? undefined : await copyTemplate()
  const dataDir = await makeTempFolder()
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...(copy && { DATABASE_URL: copy.url }),
    DATABASE_POOL: '4',
    ...settings,
  })
  const services = await openServices(config, options)
  return {
    ...services,
    close: async () => {
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
      await copy?.drop()
    },
  }
}
