import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { describeEnd, InterruptedTaskError, InvalidFileError } from '#server/media/file-errors.ts'
import { killOnExit, watchProcess } from '#server/media/watch-process.ts'
import { inIdleTime } from '#server/platform/process/idle-time.ts'

const run = promisify(execFile)

const LOOK_MS = 10_000
/** Memory limit of an ffmpeg process. A recording is read in chunks, but pictures in its tags may be large. */
const RESIDENT_BYTES = 512 * 1024 * 1024
/** Maximum ratio of elapsed time to processor time. The ratio is high, since a process on a busy machine may wait long for a processor. */
const WALL_TIME_FACTOR = 100
/** Number of characters at the end of ffmpeg's messages that are read; the last one states why it ended. */
const ERRORS_LENGTH = 2000
/** Error messages of the C library about the machine. ffmpeg ends with the same exit code after these and after damaged audio. */
const MACHINE_FAULTS =
  /No space left on device|Disk quota exceeded|File too large|Cannot allocate memory|Input\/output error|Too many open files|Resource temporarily unavailable|Permission denied|Read-only file system|No such file or directory|error while loading shared libraries/
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
      const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', ...args]
      const command: [string, string[]] = isIdle ? await inIdleTime(program, quiet) : [program, quiet]
      signal?.throwIfAborted()
      const child = spawn(...command, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] })
      killOnExit(child)
      const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
      const done = new AbortController()
      try {
        const watched = watchProcess(
          child,
          { workMs, residentBytes: RESIDENT_BYTES, wallTimeFactor: WALL_TIME_FACTOR },
          signal ? AbortSignal.any([signal, done.signal]) : done.signal,
        )
        const finished = Promise.all([read(child.stdout), exited, readErrors(child.stderr)])
        const [result, [code, signalCode], errors] = await Promise.race([finished, watched])
        if (code === 0) return result
        if (code === null || MACHINE_FAULTS.test(errors))
          throw new InterruptedTaskError(`${describeEnd('ffmpeg', code, signalCode)}: ${errors}`)
        throw new InvalidFileError('It can’t be read as audio.')
      } finally {
        done.abort()
        child.kill('SIGKILL')
      }
    },
  }
}

/** Reads the end of ffmpeg's error messages. A damaged recording may cause one for each frame. */
async function readErrors(messages: Readable): Promise<string> {
  let end = ''
  for await (const piece of messages) end = `${end}${piece}`.slice(-ERRORS_LENGTH)
  return end
}
