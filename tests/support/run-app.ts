import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { whileBusy } from './while-busy.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 240_000

export type RunningApp = {
  url: string
  /** Lines printed by the server so far */
  output: string[]
  process: ChildProcess
  /** Returns the administrator account that the first start on an empty database creates */
  admin: () => Promise<{ email: string; password: string }>
  /** Resolves when the server has printed a line with the text. */
  printed: (text: string) => Promise<string>
  /** Sends SIGTERM to the server and waits for its exit. */
  stop: () => Promise<number | null>
  /** Sends SIGKILL to the server. */
  kill: () => Promise<void>
}

/**
 * Starts the server like `npm start`, on a free port, and waits until it reports that it is ready. `options` sets the account that runs the
 * server, for tests that run as root; the last argument replaces the command.
 */
export async function runApp(
  dataDir: string,
  settings: Record<string, string> = {},
  options: { uid?: number; gid?: number; detached?: boolean; cwd?: string } = {},
  [program, ...args]: [string, ...string[]] = ['node', 'server/main.ts'],
): Promise<RunningApp> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  const output: string[] = []
  const waiting = new Set<() => void>()
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line)
      for (const look of waiting) look()
    })
  }

  function printed(text: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const look = () => {
      const line = output.find((candidate) => candidate.includes(text))
      if (line !== undefined) resolve(line)
    }
    waiting.add(look)
    void exited.then((code) => reject(new Error(`The app ended with ${code}:\n${output.join('\n')}`)))
    look()
    const error = () => new Error(`"${text}" was not printed:\n${output.join('\n')}`)
    return withTimeout(promise, START_TIMEOUT_MS, { error }).finally(() => waiting.delete(look))
  }

  const ready = await printed('Lectern is ready').catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    url: ready.slice(ready.indexOf('http')).trim(),
    output,
    process: child,
    printed,
    admin: async () => {
      const [, email = '', password = ''] = /with (\S+) and the password (\S+)/.exec(await printed('and the password')) ?? []
      return { email, password }
    },
    stop: async () => {
      child.kill('SIGTERM')
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Signs in and returns the authorization header for admin requests. */
export async function signIn(url: string, credentials: { email: string; password: string }): Promise<{ authorization: string }> {
  const response = await ask(`${url}/api/login`, {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(`Signing in returned ${response.status}: ${await response.text()}`)
  const { token } = (await response.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

/** Sends a request, and retries while the server responds 503 because of overload, as on a busy machine. */
export function ask(url: string, init?: RequestInit): Promise<Response> {
  return whileBusy(
    () => fetch(url, init),
    ({ status }) => status,
  )
}
