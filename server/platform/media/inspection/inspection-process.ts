import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { InspectionResult, InspectionTask } from './inspect.child.ts'
import { InspectionError, InspectorLostError, InspectorStartError } from './inspection-errors.ts'
import { InspectionMessage } from './inspection-message.ts'
import { readProcessUsage } from './process-usage.ts'

/** What one file may take: milliseconds of the processor's time, and bytes of memory of the process that opens it. */
export type InspectionLimits = { workMs: number; residentBytes: number }

const CHILD = fileURLToPath(new URL('./inspect.child.ts', import.meta.url))
const PROGRAMS = ['node_modules', 'server', 'contracts', 'package.json'].map((name) => join(import.meta.dirname, '../../../..', name))
const HEAP_MEGABYTES = 512
/** Loading the parser on a busy machine; the file has no part in it. */
const START_MS = 30_000
const CHECK_MS = 50
/** On a busy machine a process has to wait for its share of work. */
const PATIENCE = process.platform === 'linux' ? 4 : 1

/**
 * It can read our programs and the one file of its task, write to its one folder, and start nothing: what it reads next is
 * untrusted. One for pictures is sent bytes, so that it gets at no file at all; its library is native code, which these
 * permissions don't bind (docs/decisions/0025).
 */
export function inspectorPermissions(
  task: { kind: InspectionTask['kind']; path?: string; target?: string },
  writable?: string | undefined,
): string[] {
  const readable = [...PROGRAMS, task.path, task.target].filter((path) => path !== undefined)
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(writable ? [`--allow-fs-write=${writable}`] : []),
    ...(task.kind === 'image' ? ['--allow-addons'] : []),
  ]
}

/** Runs one task in a process of its own, and ends that whatever comes of it. */
export async function runInspection(
  task: Exclude<InspectionTask, { kind: 'image' }>,
  { writable, ...limits }: InspectionLimits & { writable: string | undefined },
): Promise<InspectionResult> {
  const child = await startInspector(task, writable)
  try {
    return await runTask(child, task, limits)
  } finally {
    child.kill('SIGKILL')
  }
}

/** Starts a process for tasks of one kind and waits until it is ready. It ends with ours, which it doesn't keep alive. */
export async function startInspector(...permitted: Parameters<typeof inspectorPermissions>): Promise<ChildProcess> {
  const [{ kind }] = permitted
  const child = fork(CHILD, [kind], {
    execArgv: [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      ...inspectorPermissions(...permitted),
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
    // Neither the settings' secrets nor anything else of ours.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  endWithUs(child)
  // When the machine runs out of memory before our own limit is noticed, Linux is to end this process, and no other.
  if (child.pid) void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined)
  const starting = new AbortController()
  const { signal } = starting
  const timer = setTimeout(() => starting.abort(), START_MS)
  try {
    await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, by]) => Promise.reject(new Error(`It ended with ${code ?? by}`))),
    ])
    return child
  } catch (cause) {
    child.kill('SIGKILL')
    throw new InspectorStartError({ cause })
  } finally {
    clearTimeout(timer)
    starting.abort()
  }
}

function endWithUs(child: ChildProcess) {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  // Who waits for it hears of it as well; an idle one is found to have ended.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
}

/** Hands a task to a process that has none. When this rejects, the process is to be ended by whoever started it. */
export async function runTask(child: ChildProcess, task: InspectionTask, limits: InspectionLimits): Promise<InspectionResult> {
  const done = new AbortController()
  const { signal } = done
  const ended = async (event: 'exit' | 'disconnect') => {
    if (child.connected) await once(child, event, { signal })
    throw new InspectorLostError('It is damaged in a way that stops the program that opens it.')
  }
  try {
    const outcome = Promise.race([
      once(child, 'message', { signal }).then(([message]) => toAnswer(message, task)),
      ended('exit'),
      ended('disconnect'),
      watch(child, limits, signal),
    ])
    // What can't be sent is noticed by the end of who should have read it.
    child.send(task, () => undefined)
    return await outcome
  } finally {
    done.abort()
  }
}

/** Rejects when the process takes more than it may for this task, whatever it took before. */
async function watch({ pid }: ChildProcess, { workMs, residentBytes }: InspectionLimits, signal: AbortSignal): Promise<never> {
  const latest = performance.now() + workMs * PATIENCE
  const before = await readProcessUsage(pid)
  while (true) {
    await delay(CHECK_MS, undefined, { signal })
    const usage = await readProcessUsage(pid)
    if (usage && usage.residentBytes > residentBytes)
      throw new InspectorLostError('It takes more memory to open than a file of its kind should.')
    if (performance.now() > latest || (usage && before && usage.cpuMs - before.cpuMs > workMs))
      throw new InspectionError('It takes too long to open; it may be damaged.')
  }
}

function toAnswer(message: unknown, task: InspectionTask): InspectionResult {
  const { success, data } = InspectionMessage.safeParse(message)
  if (!success || (data.kind !== task.kind && data.kind !== 'refused' && data.kind !== 'failed'))
    throw new InspectionError('It is damaged.')
  if (data.kind === 'refused') throw new InspectionError(data.reason, data)
  if (data.kind === 'failed') throw Object.assign(new Error(data.message), { code: data.code })
  return data
}
