import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { freePort } from '../free-port.ts'
import type { Driver, Engine, InputSource } from './driver.ts'
import { PROGRAMS } from './programs.ts'

const [DRIVER, DISPLAY_SERVER] = PROGRAMS.WebKit.paths

/**
 * Size of the virtual display. Its middle, where the pointer is, has to be in every window: without a window manager, a window has the focus
 * while the pointer is in it.
 */
const SCREEN = '600x600x24'

/** WebKitGTK, driven with W3C WebDriver. Its MiniBrowser has no headless mode, so its windows are on a virtual display. */
export const webkit: Engine = {
  name: 'WebKit',
  launch: async () => {
    const display = spawn(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, 'data')
    const port = await freePort()
    const driver = spawn(DRIVER, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11' },
      stdio: 'ignore',
    })
    process.once('exit', () => {
      driver.kill()
      display.kill()
    })
    const url = `http://127.0.0.1:${port}`
    await vi.waitUntil(() => fetch(`${url}/status`).catch(() => undefined), { timeout: 60_000 })
    return {
      open: (viewport) => openWindow(url, viewport),
      close: async () => {
        await end(driver)
        await end(display)
      },
    }
  },
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}

const CAPABILITIES = {
  alwaysMatch: {
    'webkitgtk:browserOptions': { args: ['--automation'] },
  },
}

const CLICK = [
  { type: 'pointerMove', x: 9, y: 9 },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
]

async function openWindow(url: string, { width, height }: { width: number; height: number }): Promise<Driver> {
  async function call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const response = await fetch(`${url}/session${path}`, { method, body: body && JSON.stringify(body) })
    const { value } = (await response.json()) as { value: Value & { error: string; message: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }

  const { sessionId } = await call<{ sessionId: string }>('POST', '', { capabilities: CAPABILITIES })
  const session = `/${sessionId}`
  const run = (script: string) => call<unknown>('POST', `${session}/execute/sync`, { script, args: [] })
  const perform = (actions: InputSource[]) => call<void>('POST', `${session}/actions`, { actions })

  // The first window has a toolbar, which is wider than a phone. A window that a page opens with a size has none, and a click lets it open.
  const [first] = await call<string[]>('GET', `${session}/window/handles`)
  await run(`
    document.body.style.height = '100vh'
    document.body.onclick = () => open('about:blank', '', 'width=${width},height=${height}')`)
  await perform([{ type: 'pointer', id: 'mouse', actions: CLICK }])
  const handle = await vi.waitUntil(async () => (await call<string[]>('GET', `${session}/window/handles`)).find((each) => each !== first), {
    timeout: 60_000,
  })
  await call('DELETE', `${session}/window`)
  await call('POST', `${session}/window`, { handle })
  await call('POST', `${session}/window/rect`, { width, height })

  return {
    // WebKitWebDriver doesn't report console messages.
    complaints: [],
    goto: (address) => call('POST', `${session}/url`, { url: address }),
    evaluate: async (expression) => {
      const text = await run(`return (async () => JSON.stringify(await (${expression})))()`)
      return typeof text === 'string' ? JSON.parse(text) : undefined
    },
    perform,
    attach: async (selector, path) => {
      const element = await call<Record<string, string>>('POST', `${session}/element`, { using: 'css selector', value: selector })
      await call('POST', `${session}/element/${Object.values(element)[0]}/value`, { text: path })
    },
    screenshot: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    close: async () => {
      await call('DELETE', session)
    },
  }
}
