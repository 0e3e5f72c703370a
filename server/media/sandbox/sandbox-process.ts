import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeEnd, InterruptedTaskError, InvalidFileError } from '#server/media/file-errors.ts'
import { killOnExit, type ProcessLimits, watchProcess } from '#server/media/watch-process.ts'
import { isDiskFull } from '#server/platform/files/free-disk-space.ts'
import { inIdleTime } from '#server/platform/process/idle-time.ts'
import { SandboxMessage, type SandboxResult, type SandboxTask } from './sandbox-message.ts'
import { type SandboxProgram, sandboxProgram } from './sandbox-program.ts'

const HEAP_MEGABYTES = 512
/** Time limits for starting a sandbox process on a busy machine, until the parser is loaded. */
const START_MS = { usual: 30_000, background: 300_000 }
/** Kinds of tasks that use sharp, which is native code. */
const NATIVE_KINDS: SandboxTask['kind'][] = ['image', 'page-pictures', 'pdf-epub', 'share-picture']
/** Font settings of the sandbox process: only the fonts in the folder `fonts` are available, on macOS as well. */
const FONT_SETTINGS = { FONTCONFIG_FILE: join(import.meta.dirname, '../image/fonts/fonts.conf'), PANGOCAIRO_BACKEND: 'fontconfig' }

/**
 * Returns the Node permissions of a sandbox process: it can read the program's code and the file of its task, write to one folder, and
 * start no process. A process for images receives bytes and can open no file, since native code ignores these permissions
 * (docs/decisions/0025). Pages are rendered in WebAssembly, and native code receives only their pixels (docs/decisions/0041). Share images
 * are drawn from covers that the server has encoded.
 */
export function sandboxPermissions(
  task: { kind: SandboxTask['kind']; path?: string; target?: string; scratch?: string },
  writable?: string,
  program = sandboxProgram(),
): string[] {
  const readable = [...program.readable, task.path, task.target, task.scratch].filter((path) => path !== undefined)
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(writable ? [`--allow-fs-write=${writable}`] : []),
    ...(NATIVE_KINDS.includes(task.kind) ? ['--allow-addons'] : []),
  ]
}

/** Runs a task in a separate sandbox process, which is killed afterwards. */
export async function runInSandbox(
  task: Exclude<SandboxTask, { kind: 'image' }>,
  { writable, ...limits }: ProcessLimits & { writable: string | undefined },
): Promise<SandboxResult> {
  const child = await startSandbox(task, { writable })
  try {
    return await runTask(child, task, limits)
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * Starts a sandbox process for tasks of one kind and waits until the process is ready. The process is killed when the server exits, and
 * doesn't prevent the exit.
 * @param background see `inIdleTime`
 * @param mode set by the build (`sandbox.child.cjs`)
 */
export async function startSandbox(
  task: Parameters<typeof sandboxPermissions>[0],
  {
    writable,
    background = false,
    program = sandboxProgram(),
    mode,
  }: { writable?: string; background?: boolean; program?: SandboxProgram; mode?: 'compile' | 'check' } = {},
): Promise<ChildProcess> {
  const node = [
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    ...sandboxPermissions(task, writable, program),
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
  ]
  const [execPath, execArgv] = background ? await inIdleTime(process.execPath, node) : [process.execPath, node]
  const child = fork(program.path, [task.kind, ...(mode ? [mode] : [])], {
    execPath,
    execArgv,
    // The server's environment is not passed on, since it contains secrets.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', ...(task.kind === 'share-picture' && FONT_SETTINGS) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  killOnExit(child)
  // The sandbox process should be the first that Linux kills if the machine runs out of memory before the memory limit is noticed.
  if (child.pid) void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined)
  const starting = new AbortController()
  const { signal } = starting
  const timer = setTimeout(() => starting.abort(), background ? START_MS.background : START_MS.usual)
  try {
    await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, by]) => Promise.reject(new Error(`The sandbox process ended with ${code ?? by}`))),
    ])
    return child
  } catch (cause) {
    child.kill('SIGKILL')
    throw new InterruptedTaskError('The sandbox process did not start', { cause })
  } finally {
    clearTimeout(timer)
    starting.abort()
  }
}

/**
 * Signals with which a process ends itself: a crash of the program. Any other signal comes from outside, such as SIGKILL when the machine
 * is short of memory.
 */
const CRASHES: (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP', 'SIGSYS']

/**
 * Sends a task to an idle sandbox process. The caller must kill the process if the promise rejects. A crash proves that the file is at
 * fault only if the process is new, since an earlier file may have caused the crash of a reused process.
 */
export async function runTask(child: ChildProcess, task: SandboxTask, limits: ProcessLimits): Promise<SandboxResult> {
  const done = new AbortController()
  const { signal } = done
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit', { signal })
    const { exitCode, signalCode } = child
    const isCrash = signalCode === null ? exitCode !== 0 : CRASHES.includes(signalCode)
    if (limits.isReused || !isCrash) throw new InterruptedTaskError(describeEnd('The sandbox process', exitCode, signalCode))
    throw new InvalidFileError('It is damaged: the program that opens it crashed.')
  }
  try {
    const outcome = Promise.race([
      once(child, 'message', { signal }).then(([message]) => toResult(message, task)),
      ended(),
      watchProcess(child, limits, signal),
    ])
    // A failed send is ignored, since the exit of the process reports the failure.
    child.send(task, () => undefined)
    return await outcome
  } finally {
    done.abort()
  }
}

function toResult(message: unknown, task: SandboxTask): SandboxResult {
  const { success, data } = SandboxMessage.safeParse(message)
  if (!success || (data.kind !== task.kind && data.kind !== 'refused' && data.kind !== 'failed'))
    throw new InvalidFileError('It is damaged.')
  if (data.kind === 'refused') throw new InvalidFileError(data.reason, data)
  if (data.kind === 'failed') throw failureOf(data)
  return data
}

/** Returns the error for a failure of the machine. The code of a full disk is kept, since it has a response of its own. */
function failureOf({ code, message }: { code: string; message: string }): Error {
  const failure = Object.assign(new Error(message), { code })
  return isDiskFull(failure) ? failure : new InterruptedTaskError('The sandbox process failed', { cause: failure })
}
