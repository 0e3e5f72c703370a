import { unavailable } from '#server/platform/http/problems.ts'
import type { InspectionAnswer, InspectionTask } from './inspect.child.ts'
import { InspectorStartError, runInspection } from './inspection-process.ts'
import { availableMemory, inspectorLimits } from './inspector-limits.ts'
import { createQueue } from './queue.ts'

const WORK_MS = 5_000
const RETRY_AFTER_SECONDS = 30

const { processes, residentBytes } = inspectorLimits(availableMemory())
const inTurn = createQueue(processes)

/**
 * Opens an untrusted file in a process of its own, which is killed when it takes too long or too much memory: a file that
 * was made to do harm costs one upload. Rejects with `InspectionError` when the file is at fault, and with a problem (503)
 * when the process doesn't come up, not even the second time.
 * @param writable the only folder that the process may write to
 * @param workMs of the processor's time
 */
export function inspect<Task extends InspectionTask>(
  task: Task,
  { writable, workMs = WORK_MS }: { writable?: string; workMs?: number } = {},
) {
  const run = () => runInspection(task, { writable, workMs, residentBytes })
  return inTurn(() => run().catch(unlessStarted(run)).catch(unlessStarted(refuse))) as Promise<
    Extract<InspectionAnswer, { kind: Task['kind'] }>
  >
}

/** What is done when the process did not come up; every other error is the task's own. */
function unlessStarted(otherwise: () => Promise<InspectionAnswer>) {
  return (error: unknown) => (error instanceof InspectorStartError ? otherwise() : Promise.reject(error))
}

async function refuse(): Promise<never> {
  throw unavailable('Files can’t be looked at just now', {
    detail: 'The server is short of memory or has too much to do. Nothing was saved; try again in a moment.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
