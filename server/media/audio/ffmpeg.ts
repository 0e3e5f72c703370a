import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { killOnExit, watchProcess } from '#server/media/watch-process.ts'
import { inIdleTime } from '#server/platform/process/idle-time.ts'

const run = promisify(execFile)

const LOOK_MS = 10_000
/** Memory limit of an ffmpeg process. A recording is read in chunks, but pictures in its tags may be large. */
const RESIDENT_BYTES = 512 * 1024 * 1024
/** Maximum ratio of elapsed time to processor time. The ratio is high, since a process on a busy machine may wait long for a processor. */
const WALL_TIME_FACTOR = 100
/** Environment variables of ffmpeg. The server's own variables are not passed on, since they contain secrets. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C' }

export type Ffmpeg = ReturnType<typeof createFfmpeg>

/** Runs ffmpeg, which is optional and installed by the operator (docs/decisions/0046). */
export function createFfmpeg(program: string) {
  let encoders: Promise<string> | undefined

  async function listEncoders(): Promise<string> {
    const list = await run(program, ['-hide_banner', '-encoders'], { env: ENVIRONMENT, timeout: LOOK_MS }).catch(() => undefined)
    return list?.stdout ?? ''
  }

  return {
    /** Returns whether ffmpeg is installed and has an encoder. The result is cached; `again` repeats the check. */
    canWrite: async (encoder: 'libopus' | 'aac', { again = false } = {}): Promise<boolean> => {
      if (again || !encoders) encoders = listEncoders()
      return (await encoders).includes(` ${encoder} `)
    },

    /**
     * Runs ffmpeg, and kills the process when it exceeds a limit. Resolves with the result of `read` for ffmpeg's output.
     * @param workMs limit of processor time
     * @param isIdle runs with idle priority
     * @throws InvalidFileError if the file is at fault
     */
    run: async <Result>(
      args: string[],
      read: (output: Readable) => Promise<Result>,
      { workMs, signal, isIdle = true }: { workMs: number; signal?: AbortSignal; isIdle?: boolean },
    ): Promise<Result> => {
      const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'quiet', ...args]
      const command: [string, string[]] = isIdle ? await inIdleTime(program, quiet) : [program, quiet]
      signal?.throwIfAborted()
      const child = spawn(...command, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'ignore'] })
      killOnExit(child)
      const exited = once(child, 'exit') as Promise<[number | null]>
      const done = new AbortController()
      try {
        const watched = watchProcess(
          child,
          { workMs, residentBytes: RESIDENT_BYTES, wallTimeFactor: WALL_TIME_FACTOR },
          signal ? AbortSignal.any([signal, done.signal]) : done.signal,
        )
        const [result, [code]] = await Promise.race([Promise.all([read(child.stdout), exited]), watched])
        if (code !== 0) throw new InvalidFileError('It can’t be read as audio.')
        return result
      } finally {
        done.abort()
        child.kill('SIGKILL')
      }
    },
  }
}
