import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { inIdleTime } from '#server/platform/process/idle-time.ts'
import type { DrawingResult, DrawingTask } from './share-picture.ts'

const CHILD = fileURLToPath(new URL('./drawing.child.ts', import.meta.url))
/** For starting and for each picture, which takes a fifth of a second on an idle machine, and waits on a busy one. */
const LONGEST_MS = 600_000
const HEAP_MEGABYTES = 128
/** Those of one app follow each other, so that drawing takes one core at most. */
const inTurn = pLimit(1)

/** The picture can't be drawn. Whatever else fails has another cause, such as a machine without memory. */
export class DrawingError extends Error {
  override name = 'DrawingError'
}

/** @throws DrawingError */
export type Draw = (task: DrawingTask) => Promise<Uint8Array>

/**
 * Runs the work with a function that draws share pictures in a process of its own, apart from the event loop and in idle time.
 * The process starts with the first picture and ends with the work, or with a picture that takes it down.
 */
export function withDrawing<Result>(work: (draw: Draw) => Promise<Result>): Promise<Result> {
  return inTurn(async () => {
    let child: ChildProcess | undefined
    async function draw(task: DrawingTask) {
      child ??= await start()
      // A failed send is noticed by the exit of the process.
      child.send(task, () => undefined)
      const result = (await nextMessage(child).catch((error: Error) => {
        child?.kill('SIGKILL')
        child = undefined
        return { error: error.message }
      })) as DrawingResult
      if ('error' in result) throw new DrawingError(result.error)
      return result.content
    }
    return work(draw).finally(() => child?.kill('SIGKILL'))
  })
}

async function start(): Promise<ChildProcess> {
  const child = await startProcess()
  try {
    await nextMessage(child)
    return child
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

async function startProcess(): Promise<ChildProcess> {
  const [execPath, execArgv] = await inIdleTime(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`])
  const child = fork(CHILD, {
    execPath,
    execArgv,
    // Without the app's environment, which contains secrets. Fonts are those of the pictures, on macOS too.
    env: {
      PATH: process.env.PATH,
      MALLOC_ARENA_MAX: '2',
      FONTCONFIG_FILE: join(import.meta.dirname, 'fonts/fonts.conf'),
      PANGOCAIRO_BACKEND: 'fontconfig',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  // What waits for a message notices it as well.
  child.on('error', () => undefined)
  return child
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController()
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(LONGEST_MS)])
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, by]) => Promise.reject(new Error(`The drawing process ended with ${code ?? by}`))),
    ])
    return message
  } finally {
    waiting.abort()
  }
}
