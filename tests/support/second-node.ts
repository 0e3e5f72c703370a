import { rm } from 'node:fs/promises'
import { createApp } from '#server/boot/app.ts'
import { openServices } from '#server/boot/services.ts'
import { readConfig } from '#server/config.ts'
import { makeTempFolder } from './temp-folder.ts'

export type SecondNode = Awaited<ReturnType<typeof openSecondNode>>

/** Opens another instance on a database in use, with a separate data folder. `alerts` collects the warnings of the instance. */
export async function openSecondNode(settings: { DATABASE_URL: string } & Record<string, string>) {
  const dataDir = await makeTempFolder()
  const alerts: string[] = []
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_POOL: '4', ...settings })
  const services = await openServices(config, { alert: (_details, text) => alerts.push(text) })
  const app = await createApp(services)
  return {
    services,
    alerts,
    get: (url: string) => app.inject({ method: 'GET', url }),
    close: async () => {
      await app.close()
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
