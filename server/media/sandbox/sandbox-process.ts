import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { InvalidFileError, SandboxLostError, SandboxStartError } from '#server/media/file-errors.ts'
import { inIdleTime } from '#server/platform/process/idle-time.ts'
import { SandboxMessage, type SandboxResult, type SandboxTask } from './sandbox-message.ts'
import { type SandboxProgram, sandboxProgram } from './sandbox-program.ts'

/**
 * Limits of a task: milliseconds of processor time, and bytes of memory of the process. `wallTimeFactor` is the allowed ratio of elapsed
 * time to processor time, since a process on a busy machine waits for the processor.
 */
export type SandboxLimits = { workMs: number; residentBytes: number; wallTimeFactor?: number }

const HEAP_MEGABYTES = 512
/** Time limit for loading the parser on a busy machine, before the first task. */
const START_MS = { usual: 30_000, background: 300_000 }
const CHECK_MS = 50
const WALL_TIME_FACTOR = 4

const PAGE_BYTES = 4096
const TICK_MS = 10

/**
 * Returns the Node permissions of a sandbox process: it can read the app's code and the file of its task, write to one folder, and start no
 * process. For images it receives bytes and can open no file, since native code ignores these permissions (docs/decisions/0025). Pages are
 * rendered in WebAssembly, and native code receives only their pixels (docs/decisions/0041).
 */
export function sandboxPermissions(
  task: { kind: SandboxTask['kind']; path?: string; target?: string },
  writable?: string | undefined,
  program = sandboxProgram(),
): string[] {
  const readable = [...program.readable, task.path, task.target].filter((path) => path !== undefined)
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(writable ? [`--allow-fs-write=${writable}`] : []),
    ...(task.kind === 'image' || task.kind === 'page-pictures' ? ['--allow-addons'] : []),
  ]
}

/** Runs a task in a separate process, which is killed afterwards. */
export async function runInSandbox(
  task: Exclude<SandboxTask, { kind: 'image' }>,
  { writable, ...limits }: SandboxLimits & { writable: string | undefined },
): Promise<SandboxResult> {
  const child = await startSandbox(task, { writable })
  try {
    return await runTask(child, task, limits)
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * Starts a process for tasks of one kind and waits until it is ready. The process is killed when the app exits, and doesn't keep the app
 * running.
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
  }: { writable?: string | undefined; background?: boolean; program?: SandboxProgram; mode?: 'compile' | 'check' } = {},
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
    // The app's environment contains secrets and is not passed on.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  killOnExit(child)
  // If the machine runs out of memory before the limit is noticed, Linux should kill this process first.
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
    throw new SandboxStartError({ cause })
  } finally {
    clearTimeout(timer)
    starting.abort()
  }
}

/** Kills a child process when the app exits, unless the app itself is killed. */
export function killOnExit(child: ChildProcess) {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  // A running task receives the error, too, and an idle process is replaced.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
}

/** Sends a task to an idle process. The caller must kill the process if the promise rejects. */
export async function runTask(child: ChildProcess, task: SandboxTask, limits: SandboxLimits): Promise<SandboxResult> {
  const done = new AbortController()
  const { signal } = done
  const ended = async (event: 'exit' | 'disconnect') => {
    if (child.connected) await once(child, event, { signal })
    throw new SandboxLostError('It is damaged: the program that opens it crashed.')
  }
  try {
    const outcome = Promise.race([
      once(child, 'message', { signal }).then(([message]) => toResult(message, task)),
      ended('exit'),
      ended('disconnect'),
      watchProcess(child, limits, signal),
    ])
    // The callback ignores a failed send: the exit of the process reports it.
    child.send(task, () => undefined)
    return await outcome
  } finally {
    done.abort()
  }
}

/** Rejects when the process exceeds its limits, or when the signal is aborted. */
export async function watchProcess({ pid }: Pick<ChildProcess, 'pid'>, limits: SandboxLimits, signal: AbortSignal): Promise<never> {
  const { workMs, residentBytes, wallTimeFactor = WALL_TIME_FACTOR } = limits
  // On other systems, processor time is unknown.
  const latest = performance.now() + workMs * (process.platform === 'linux' ? wallTimeFactor : 1)
  const before = await readProcessUsage(pid)
  while (true) {
    await delay(CHECK_MS, undefined, { signal })
    const usage = await readProcessUsage(pid)
    if (usage && usage.residentBytes > residentBytes) throw new SandboxLostError('It needs too much memory to open.', { isLimit: true })
    const hasWorked = usage && before && usage.cpuMs - before.cpuMs > workMs
    // A process that used little processor time may have waited for it on a busy machine.
    if (hasWorked || performance.now() > latest)
      throw new InvalidFileError('It takes too long to open; it may be damaged.', { isLimit: hasWorked || usage === undefined })
  }
}

function toResult(message: unknown, task: SandboxTask): SandboxResult {
  const { success, data } = SandboxMessage.safeParse(message)
  if (!success || (data.kind !== task.kind && data.kind !== 'refused' && data.kind !== 'failed'))
    throw new InvalidFileError('It is damaged.')
  if (data.kind === 'refused') throw new InvalidFileError(data.reason, data)
  if (data.kind === 'failed') throw Object.assign(new Error(data.message), { code: data.code })
  return data
}

/** Returns the processor time and memory of another process; undefined on systems without /proc, or if the process has ended. */
export async function readProcessUsage(pid: number | undefined): Promise<{ cpuMs: number; residentBytes: number } | undefined> {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in brackets may contain anything; after it, proc(5) counts from field 3.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return line === '' ? undefined : { cpuMs: (field(14) + field(15)) * TICK_MS, residentBytes: field(24) * PAGE_BYTES }
}
