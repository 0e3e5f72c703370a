import { setTimeout as delay } from 'node:timers/promises'
import { runApp } from '#tests/support/run-app.ts'
import { type LoadReport, startKeepAliveLoad } from './keep-alive-load.ts'

export type StopReport = LoadReport & { exitCode: number | null; seconds: number }

/** Requested paths: cached and uncached pages and responses, and the health check, which fails once the signal is received. */
const PATHS = [() => '/', () => '/api/books', () => `/api/books?q=${Math.random()}`, () => '/bookshop', () => '/api/health']

/** Starts the server, sends SIGTERM during requests on keep-alive connections, and returns the outcomes of the requests. */
export async function stopUnderLoad(
  dataDir: string,
  { clients, warmRequests = 300, settings = {} }: { clients: number; warmRequests?: number; settings?: Record<string, string> },
): Promise<StopReport> {
  const app = await runApp(dataDir, settings)
  const load = startKeepAliveLoad(app.url, { clients, paths: PATHS })
  while (load.report.answered < warmRequests) {
    if (app.process.exitCode !== null || app.process.signalCode !== null)
      throw new Error(`The app exited unexpectedly:\n${app.output.join('\n')}`)
    await delay(10)
  }
  const began = performance.now()
  const exitCode = await app.stop()
  const seconds = (performance.now() - began) / 1000
  return { ...(await load.end()), exitCode, seconds }
}
