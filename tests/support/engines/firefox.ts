import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { makeTempFolder } from '../temp-folder.ts'
import type { Driver, Engine } from './driver.ts'
import { PROGRAMS } from './programs.ts'

/** Firefox, driven with the WebDriver BiDi protocol that it serves itself. Debian has no package of geckodriver. */
export const firefox: Engine = {
  name: 'Firefox',
  launch: async () => {
    const profile = await makeTempFolder()
    const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile]
    const child = spawn(PROGRAMS.Firefox.paths[0], args, { stdio: ['ignore', 'ignore', 'pipe'] })
    process.once('exit', () => child.kill())
    const connection = await connect(await readAddress(child.stderr))
    await connection.send('session.new', { capabilities: {} })
    await connection.send('session.subscribe', { events: ['log.entryAdded'] })
    return {
      open: ({ width, height }) => openWindow(connection, { width, height }),
      close: async () => {
        await connection.send('browser.close', {})
        if (child.exitCode === null) await once(child, 'exit')
        await rm(profile, { recursive: true, force: true })
      },
    }
  },
}

/** Returns the address that Firefox prints when its remote agent listens. */
async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output })
  // Firefox keeps writing, and would stop if nothing read its output.
  output.resume()
  for await (const line of lines) {
    const [, address] = /listening on (ws:\S+)/.exec(line) ?? []
    if (address) return `${address}/session`
  }
  throw new Error('Firefox ended before it listened')
}

type Answer = { id?: number; type: string; method?: string; params?: LogEntry; result?: unknown; error?: string; message?: string }
type LogEntry = { level: string; text: string | null; source: { context?: string } }
type Connection = Awaited<ReturnType<typeof connect>>

async function connect(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Set<(entry: LogEntry) => void>()
  let count = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(data) as Answer
    if (method && params) for (const listen of listeners) listen(params)
    const call = pending.get(id ?? 0)
    pending.delete(id ?? 0)
    if (error) call?.reject(new Error(`${error}: ${message}`))
    else call?.resolve(result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection'))
  })
  return {
    listeners,
    send: <Result>(method: string, params: object): Promise<Result> => {
      const call = Promise.withResolvers<unknown>()
      count += 1
      pending.set(count, call)
      socket.send(JSON.stringify({ id: count, method, params }))
      return call.promise as Promise<Result>
    },
  }
}

async function openWindow({ send, listeners }: Connection, viewport: { width: number; height: number }): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {})
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  await send('browsingContext.setViewport', { context, viewport })
  const complaints: string[] = []
  const listen = ({ level, text, source }: LogEntry) => {
    if (source.context === context && ['error', 'warn'].includes(level)) complaints.push(`${level}: ${text}`)
  }
  listeners.add(listen)
  return {
    complaints,
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const asText = `(async () => JSON.stringify(await (${expression})))()`
      const evaluation = { expression: asText, target: { context }, awaitPromise: true }
      const { result, exceptionDetails } = await send<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
        'script.evaluate',
        evaluation,
      )
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    attach: async (selector, path) => {
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })
      await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files: [path] })
    },
    screenshot: async () => Buffer.from((await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
    close: async () => {
      listeners.delete(listen)
      await send('browser.removeUserContext', { userContext })
    },
  }
}
