import { rm } from 'node:fs/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { freePort } from '#tests/support/free-port.ts'
import { ask, runApp, signIn } from '#tests/support/run-app.ts'
import { buildBookForm, buildPodcastForm } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import type { Product, Scenario } from './scenario.ts'

const HEAP_MEGABYTES = 512
const OPEN_FILES = 4096

/** Starts the server with the scenario's settings and some items. `close` removes everything. */
export async function startProduct(
  scenario: Pick<Scenario, 'settings' | 'heapMegabytes' | 'openFiles'>,
): Promise<Product & { close: () => Promise<void> }> {
  const dataDir = await makeTempFolder()
  const port = String(await freePort())
  const start = (settings: Record<string, string> = {}) =>
    runApp(dataDir, { LOG_LEVEL: 'warn', PORT: port, ...scenario.settings, ...settings }, undefined, limitedCommand(scenario))
  let app = await start()
  const credentials = await app.admin()
  const { url } = app
  const headers = await signIn(url, credentials)
  const free = await publish<Book>('books', await buildBookForm())
  const priced = await publish<Book>('books', await buildBookForm({ title: 'The long way', price: '3' }))
  const episode = await publish<Podcast>('podcasts', await buildPodcastForm())

  async function publish<Item>(path: string, body: FormData) {
    const response = await ask(`${url}/api/${path}`, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as Item
  }

  return {
    url,
    dataDir,
    credentials,
    headers,
    items: { free: free.id, priced: priced.id, episode: episode.id, freeFile: free.pdfUrl },
    get pid() {
      return app.process.pid ?? 0
    },
    get output() {
      return app.output
    },
    stop: () => app.stop(),
    kill: () => app.kill(),
    restart: async (settings) => {
      app = await start(settings)
    },
    close: async () => {
      await app.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Returns the command that starts the server with limits. `exec` replaces the shell, so that process id and signals belong to the server.
 */
function limitedCommand({
  heapMegabytes = HEAP_MEGABYTES,
  openFiles = OPEN_FILES,
}: Pick<Scenario, 'heapMegabytes' | 'openFiles'>): [string, ...string[]] {
  return ['sh', '-c', `ulimit -n ${openFiles} && exec node --max-old-space-size=${heapMegabytes} server/main.ts`]
}
