import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'
import type { StallingProxy } from './stalling-proxy.ts'
import { diesWithParent } from './start-process.ts'

export type Node = ReturnType<typeof createNode>

/**
 * Creates a node of the cluster with a separate data folder.
 * @param database the node's connection to the database, which a fault can cut
 */
export function createNode(
  number: number,
  { port, folder, database, settings }: { port: number; folder: string; database: StallingProxy; settings: Record<string, string> },
) {
  const dataDir = join(folder, `node-${number}`)
  const output: string[] = []
  let app: RunningApp | undefined
  let starting: Promise<RunningApp> | undefined

  return {
    number,
    name: `node-${number}`,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    database,
    get pid() {
      return app?.process.pid ?? 0
    },
    /** Output of all runs of the node */
    get output() {
      return [...output, ...(app?.output ?? [])]
    },
    /** Resolves when the node accepts requests. */
    start: async (): Promise<void> => {
      await mkdir(dataDir, { recursive: true })
      output.push(...(app?.output ?? []))
      starting = runApp(
        dataDir,
        { ...settings, PORT: String(port), DATABASE_URL: `postgres://lectern:lectern@127.0.0.1:${database.port}/lectern` },
        { detached: true },
        ['setpriv', ...diesWithParent(), 'node', 'server/main.ts'],
      )
      app = await starting
    },
    kill: async (): Promise<void> => app?.kill(),
    /** Sends SIGTERM to the node after a start in progress has finished. Returns the exit code. */
    stop: async (): Promise<number | null> => {
      await starting?.catch(() => undefined)
      return (await app?.stop()) ?? null
    },
  }
}
