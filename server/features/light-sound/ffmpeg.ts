import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { InspectionError } from '#server/platform/media/inspection/inspection-errors.ts'
import { killOnExit, watchProcess } from '#server/platform/media/inspection/inspection-process.ts'
import { inIdleTime } from '#server/platform/process/idle-time.ts'

const run = promisify(execFile)

const LOOK_MS = 10_000
/** A recording is read in pieces; pictures in its tags may be large. */
const RESIDENT_BYTES = 512 * 1024 * 1024
/** It may wait long for a processor. */
const WALL_TIME_FACTOR = 100
/** Nothing of the app's environment, which contains secrets. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C' }

export type Ffmpeg = ReturnType<typeof createFfmpeg>

/** The program that encodes sound, which an operator installs or not (docs/decisions/0046). */
export function createFfmpeg(program: string) {
  let found: Promise<boolean> | undefined

  /** Whether the program is there and can write Opus. */
  async function look(): Promise<boolean> {
    const encoders = await run(program, ['-hide_banner', '-encoders'], { env: ENVIRONMENT, timeout: LOOK_MS }).catch(() => undefined)
    return encoders?.stdout.includes(' libopus ') ?? false
  }

  return {
    /** Looks once. With `again`, looks now. */
    isThere: ({ again = false } = {}): Promise<boolean> => {
      if (again || !found) found = look()
      return found
    },

    /**
     * Runs the program in idle time, and kills it when it takes too much. Resolves with what `read` makes of its output.
     * @param workMs limit of processor time
     * @throws InspectionError when the file is at fault
     */
    run: async <Result>(
      args: string[],
      read: (output: Readable) => Promise<Result>,
      { workMs, signal }: { workMs: number; signal: AbortSignal },
    ): Promise<Result> => {
      const command = await inIdleTime(program, ['-nostdin', '-hide_banner', '-loglevel', 'quiet', ...args])
      signal.throwIfAborted()
      const child = spawn(...command, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'ignore'] })
      killOnExit(child)
      const exited = once(child, 'exit') as Promise<[number | null]>
      const done = new AbortController()
      try {
        const watched = watchProcess(
          child,
          { workMs, residentBytes: RESIDENT_BYTES, wallTimeFactor: WALL_TIME_FACTOR },
          AbortSignal.any([signal, done.signal]),
        )
        const [result, [code]] = await Promise.race([Promise.all([read(child.stdout), exited]), watched])
        if (code !== 0) throw new InspectionError('It can’t be read as a recording.')
        return result
      } finally {
        done.abort()
        child.kill('SIGKILL')
      }
    },
  }
}
