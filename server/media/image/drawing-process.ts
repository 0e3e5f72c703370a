import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { inIdleTime } from '#server/platform/process/idle-time.ts'
import type { DrawingResult, DrawingTask } from './share-picture.ts'

const CHILD = fileURLToPath(new URL('./drawing.child.ts', import.meta.url))
/** Time limit for the start and for each image. An image takes 0.2 s on an idle machine; on a busy machine the process waits. */
const LONGEST_MS = 600_000
const HEAP_MEGABYTES = 128
/** Runs the drawing processes of an app one after another, so that drawing uses at most one core. */
const inTurn = pLimit(1)

/** The image can't be drawn. Other errors have another cause, such as a machine out of memory. */
export class DrawingError extends Error {
  override name = 'DrawingError'
}

/** @throws DrawingError */
export type Draw = (task: DrawingTask) => Promise<Uint8Array>

/**
 * Calls `work` with a function that draws share images in a separate process with idle priority, off the event loop.
 * The process starts with the first image and ends with `work`, or when an image crashes it. The next image then starts a new process.
 */
export function withDrawing<Result>(work: (draw: Draw) => Promise<Result>): Promise<Result> {
  return inTurn(async () => {
    let child: ChildProcess | undefined
    async function draw(task: DrawingTask) {
      child ??= await start()
      // The callback ignores a failed send: the exit of the process reports it.
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
    // The app's environment contains secrets and is not passed on. Only the fonts in `fonts/` are available, on macOS too.
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
  // The error also reaches `nextMessage`, through `once`.
  child.on('error', () => undefined)
  return child
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController()
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(LONGEST_MS)])
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, by]) => Promise.reject(new Error(`The share image process ended with ${code ?? by}`))),
    ])
    return message
  } finally {
    waiting.abort()
  }
}
