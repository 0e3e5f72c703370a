import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InspectionAnswer, InspectionRefusal, InspectionTask } from './inspect.child.ts'
import { readProcessUsage } from './process-usage.ts'
import { createQueue } from './queue.ts'

/** Says in `message`, for people, why a file can't be used. */
export class InspectionError extends Error {
  readonly wrongKind: boolean

  constructor(message: string, wrongKind: boolean) {
    super(message)
    this.wrongKind = wrongKind
    this.name = 'InspectionError'
  }
}

const CHILD = fileURLToPath(new URL('./inspect.child.ts', import.meta.url))
const PROGRAMS = ['node_modules', 'server', 'contracts', 'package.json'].map((name) => join(import.meta.dirname, '../../..', name))
const HEAP_MEGABYTES = 512
const RESIDENT_BYTES = 1.5 * 1024 ** 3
/** Loading the parser on a busy machine; the file has no part in it. */
const START_MS = 30_000
const WORK_MS = 5_000
const CHECK_MS = 100
/** On a busy machine a process has to wait for its share of work. */
const PATIENCE = 4

const TOO_LONG = 'It takes too long to open; it may be damaged.'

const inTurn = createQueue(2)

/**
 * Parses an untrusted file in a process of its own, which is killed when it takes too long or too much memory: a file that
 * was made to do harm costs one upload. Rejects with `InspectionError` when the file is at fault.
 * @param writable the only folder that the process may write to
 */
export function inspect<Task extends InspectionTask>(
  task: Task,
  { writable, workMs = WORK_MS }: { writable?: string; workMs?: number } = {},
) {
  return inTurn(() => runChild(task, { writable, workMs })) as Promise<Extract<InspectionAnswer, { kind: Task['kind'] }>>
}

/** It can read our programs and its one file, write to its one folder, and start nothing: what it reads next is untrusted. */
export function inspectorPermissions(task: InspectionTask, writable?: string): string[] {
  const readable = [...PROGRAMS, task.path, ...('target' in task ? [task.target] : [])]
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), ...(writable ? [`--allow-fs-write=${writable}`] : [])]
}

function runChild(task: InspectionTask, { writable, workMs }: { writable: string | undefined; workMs: number }) {
  return new Promise<InspectionAnswer>((resolve, reject) => {
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
    const giveUp = () => settle(() => reject(new Error('The process that inspects files doesn’t start')))
    let timer = setTimeout(giveUp, START_MS)
    let ready = false
    let cpuMsAtStart: number | undefined
    const check = setInterval(async () => {
      const usage = await readProcessUsage(child.pid)
      if (!usage) return
      if (usage.residentBytes > RESIDENT_BYTES) refuse('It takes more memory to open than a file of its kind should.')
      if (cpuMsAtStart !== undefined && usage.cpuMs - cpuMsAtStart > workMs) refuse(TOO_LONG)
    }, CHECK_MS)

    child.on('message', (message: 'ready' | InspectionAnswer | InspectionRefusal) => {
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
      else settle(() => resolve(message))
    })
    child.on('error', (error) => settle(() => reject(error)))
    child.on('exit', () => (ready ? refuse('It is damaged in a way that stops the program that opens it.') : giveUp()))
  })
}
