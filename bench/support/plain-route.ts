import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A bare Fastify route that does one indexed query, as a process of its own. */
export async function startPlainRoute(databaseUrl: string) {
  const child = spawn('node', [join(import.meta.dirname, 'plain-route.child.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${String(port).trim()}/`,
    stop: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
