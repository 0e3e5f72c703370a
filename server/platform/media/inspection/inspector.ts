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
 * Opens an untrusted file in a process that is killed when it takes too long or too much memory: a file that was made to do harm
 * costs one upload. Every file has a process of its own, but pictures that are in order, which follow each other in one. Rejects
 * with `InspectionError` when the file is at fault, and with a problem (503) when the process doesn't come up, not even the second
 * time.
 * @param task of a picture, a function that reads it: it is read when its turn comes
 * @param writable the only folder that the process may write to
 * @param workMs of the processor's time
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
      return await run().catch(unlessStarted(run)).catch(unlessStarted(refuse))
    } finally {
      busy -= 1
    }
  }) as Promise<Extract<InspectionResult, { kind: Task['kind'] }>>
}

function start(task: InspectionTask, { writable, workMs }: { writable: string | undefined; workMs: number }) {
  if (task.kind === 'image') return pictures.inspect(task, { workMs, residentBytes })
  // Together with those that wait for a picture there are no more than may work.
  pictures.endIdle({ except: processes - busy })
  return runInspection(task, { writable, workMs, residentBytes })
}

/** What is done when the process did not come up; every other error is the task's own. */
function unlessStarted(otherwise: () => Promise<InspectionResult>) {
  return (error: unknown) => (error instanceof InspectorStartError ? otherwise() : Promise.reject(error))
}

async function refuse(): Promise<never> {
  throw unavailable('Files can’t be looked at just now', {
    detail: 'The server is short of memory or has too much to do. Nothing was saved; try again in a moment.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
