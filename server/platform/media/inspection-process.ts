import { type ChildProcess, fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InspectionAnswer, InspectionFailure, InspectionRefusal, InspectionTask } from './inspect.child.ts'
import { readProcessUsage } from './process-usage.ts'

/** Says in `message`, for people, why a file can't be used. */
export class InspectionError extends Error {
  readonly wrongKind: boolean

  constructor(message: string, wrongKind: boolean) {
    super(message)
    this.wrongKind = wrongKind
    this.name = 'InspectionError'
  }
}

/** The process did not come up: the machine is short of something, or somebody ended it. The file has no part in it. */
export class InspectorStartError extends Error {
  constructor(options?: ErrorOptions) {
    super('The process that inspects files doesn’t start', options)
    this.name = 'InspectorStartError'
  }
}

const CHILD = fileURLToPath(new URL('./inspect.child.ts', import.meta.url))
const PROGRAMS = ['node_modules', 'server', 'contracts', 'package.json'].map((name) => join(import.meta.dirname, '../../..', name))
const HEAP_MEGABYTES = 512
/** Loading the parser on a busy machine; the file has no part in it. */
const START_MS = 30_000
const CHECK_MS = 50
/** On a busy machine a process has to wait for its share of work. */
const PATIENCE = 4

const TOO_LONG = 'It takes too long to open; it may be damaged.'

/**
 * It can read our programs and its one file, write to its one folder, and start nothing: what it reads next is untrusted. The
 * library for pictures is native code, which these permissions don't bind (docs/decisions/0025).
 */
export function inspectorPermissions(task: InspectionTask, writable?: string): string[] {
  const readable = [...PROGRAMS, task.path, ...('target' in task ? [task.target] : [])]
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(writable ? [`--allow-fs-write=${writable}`] : []),
    ...(task.kind === 'image' ? ['--allow-addons'] : []),
  ]
}

/** Runs one task in a process of its own, and ends that whatever comes of it. */
export function runInspection(
  task: InspectionTask,
  { writable, workMs, residentBytes }: { writable: string | undefined; workMs: number; residentBytes: number },
) {
  return new Promise<InspectionAnswer>((resolve, reject) => {
    const child = start(task, writable)
    let settled = false
    const settle = (finish: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      clearInterval(check)
      child.kill('SIGKILL')
      finish()
    }
    const refuse = (message: string, wrongKind = false) => settle(() => reject(new InspectionError(message, wrongKind)))
    const giveUp = (cause?: unknown) => settle(() => reject(new InspectorStartError({ cause })))
    let timer = setTimeout(giveUp, START_MS)
    let ready = false
    let cpuMsAtStart: number | undefined
    const check = setInterval(async () => {
      const usage = await readProcessUsage(child.pid)
      if (!usage) return
      if (usage.residentBytes > residentBytes) refuse('It takes more memory to open than a file of its kind should.')
      if (cpuMsAtStart !== undefined && usage.cpuMs - cpuMsAtStart > workMs) refuse(TOO_LONG)
    }, CHECK_MS)

    child.on('message', (message: 'ready' | InspectionAnswer | InspectionRefusal | InspectionFailure) => {
      if (message === 'ready') {
        ready = true
        clearTimeout(timer)
        timer = setTimeout(() => refuse(TOO_LONG), workMs * (process.platform === 'linux' ? PATIENCE : 1))
        readProcessUsage(child.pid).then((usage) => {
          cpuMsAtStart = usage?.cpuMs
        })
        // A child that died meanwhile is reported by its exit.
        child.send(task, () => {})
      } else if (message.kind === 'refused') refuse(message.reason, message.wrongKind)
      else if (message.kind === 'failed') settle(() => reject(Object.assign(new Error(message.message), { code: message.code })))
      else settle(() => resolve(message))
    })
    child.on('error', (error) => (ready ? settle(() => reject(error)) : giveUp(error)))
    child.on('exit', () => (ready ? refuse('It is damaged in a way that stops the program that opens it.') : giveUp()))
  })
}

function start(task: InspectionTask, writable: string | undefined): ChildProcess {
  const child = fork(CHILD, [task.kind], {
    execArgv: [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      ...inspectorPermissions(task, writable),
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
    // Neither the settings' secrets nor anything else of ours.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  // When the machine runs out of memory before our own limit is noticed, Linux is to end this process, and no other.
  if (child.pid) void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined)
  return child
}
