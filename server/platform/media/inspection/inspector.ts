import pLimit from 'p-limit'
import { unavailable } from '#server/platform/problems.ts'
import type { InspectionResult, InspectionTask } from './inspect.child.ts'
import { InspectorStartError } from './inspection-errors.ts'
import { runInspection } from './inspection-process.ts'
import { availableMemory, inspectorLimits } from './inspector-limits.ts'
import { createPictureInspectors } from './picture-inspectors.ts'

const WORK_MS = 5_000
const RETRY_AFTER_SECONDS = 30

const { processes, residentBytes } = inspectorLimits(availableMemory())
const inTurn = pLimit(processes)
const pictures = createPictureInspectors()
let busy = 0

/**
 * Opens an untrusted file in a process that is killed when it takes too long or too much memory. Each file has its own process, except
 * valid pictures, which share one. Rejects with `InspectionError` when the file is at fault, and with a problem (503) when the process
 * fails to start twice.
 * @param task for a picture, a function that reads the file when a process is free
 * @param writable the only folder that the process may write to
 * @param workMs limit of processor time
 */
export function inspect<Task extends InspectionTask>(
  task: Task | (() => Promise<Task>),
  { writable, workMs = WORK_MS }: { writable?: string; workMs?: number } = {},
) {
  return inTurn(async () => {
    busy += 1
    try {
      const ready = typeof task === 'function' ? await task() : task
      const run = () => start(ready, { writable, workMs })
      return await run().catch(onStartError(run)).catch(onStartError(refuse))
    } finally {
      busy -= 1
    }
  }) as Promise<Extract<InspectionResult, { kind: Task['kind'] }>>
}

function start(task: InspectionTask, { writable, workMs }: { writable: string | undefined; workMs: number }) {
  if (task.kind === 'image') return pictures.inspect(task, { workMs, residentBytes })
  // Idle processes for pictures count, too.
  pictures.endIdle({ except: processes - busy })
  return runInspection(task, { writable, workMs, residentBytes })
}

/** Handles the failed start of a process; passes on every other error. */
function onStartError(handle: () => Promise<InspectionResult>) {
  return (error: unknown) => (error instanceof InspectorStartError ? handle() : Promise.reject(error))
}

async function refuse(): Promise<never> {
  throw unavailable('Files can’t be looked at just now', {
    detail: 'The server is short of memory or has too much to do. Nothing was saved; try again in a moment.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
