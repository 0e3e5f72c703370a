import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

const TIMEOUT_MS = 10 * 60_000

/** Starts the built server on a temporary data folder with the complete demonstration catalogue. `close` removes the folder. */
export async function openDemonstrationSite() {
  const dataDir = await makeTempFolder()
  const app = await runApp(dataDir, { DEMO: 'on' })
  const close = async () => {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const end = Date.now() + TIMEOUT_MS
  while (!app.output.some((line) => line.includes('demonstration catalogue is complete'))) {
    if (Date.now() > end) {
      await close()
      throw new Error(`The demonstration could not be loaded:\n${app.output.join('\n')}`)
    }
    await wait(200)
  }
  return { url: app.url, dataDir, credentials: await app.admin(), close }
}
