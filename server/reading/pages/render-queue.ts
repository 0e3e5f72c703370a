import { createFairQueue, type Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { unavailable } from '#server/platform/problems.ts'

/** Time limit for a waiting request. Its task keeps its turn for longer, so that the visitor's next request finds the page. */
const REQUEST_WAIT_MS = 10_000
const TASK_WAIT_MS = 120_000
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 3
/** Background work gets a turn among visitors when none of its batches was completed for this long. */
const SHARE_EVERY_MS = 5000
const BACKGROUND = 'background'
const BUSY = 'This page is still being rendered'

/** Render task for a page. Two tasks of the same name have the same result. */
type Task = Visitor & { name: string; file: string }
type Work = () => Promise<void>
type BackgroundWork<Result> = (signal: AbortSignal, options: { isShare: boolean }) => Promise<Result>

export type RenderQueue = ReturnType<typeof createRenderQueue>

/**
 * Renders pages for visitors, in turns by network and by file, and in the background when no visitor waits. Background work is interrupted
 * by the first visitor, and gets a turn like another network after it was interrupted for long.
 * @param width number of concurrent tasks
 * @param isCostly whether a page of the file has exceeded its limits; pages of all such files are rendered one at a time
 */
export function createRenderQueue(options: {
  width: number
  isCostly: (file: string) => boolean
  requestWaitMs?: number
  shareEveryMs?: number
}) {
  const { width, isCostly, requestWaitMs = REQUEST_WAIT_MS, shareEveryMs = SHARE_EVERY_MS } = options
  const inTurn = createFairQueue<Task>({ width, maxWaiting: MAX_WAITING, maxWaitMs: TASK_WAIT_MS, busy: BUSY, rank })
  /** Waiting and running tasks, by network and name */
  const asked = new Map<string, Promise<void>>()
  let interruption = new AbortController()
  let wasInterrupted = false
  let completedAt = performance.now()
  let resume: (() => void)[] = []

  /** Ranks tasks of other files first, so that no file occupies every process; pages of costly files are rendered one after the other. */
  function rank({ name, file }: Task, running: Task[], last: Task | undefined): number | undefined {
    if (running.some((other) => other.name === name)) return undefined
    if (isCostly(file) && running.some((other) => isCostly(other.file))) return undefined
    const sameFile = running.filter((other) => other.file === file).length
    return sameFile + (last?.file === file ? 1 : 0)
  }

  function ask(id: string, task: Task, work: Work): Promise<void> {
    interruption.abort()
    const outcome = inTurn(task, work).finally(() => {
      asked.delete(id)
      if (asked.size > 0) return
      for (const go of resume) go()
      resume = []
    })
    // Nobody may be waiting for the outcome any more.
    outcome.catch(() => undefined)
    asked.set(id, outcome)
    return outcome
  }

  function untilIdle(ms: number) {
    return withTimeout(new Promise<void>((resolve) => resume.push(resolve)), ms, { fallback: undefined })
  }

  return {
    /**
     * Renders for a visitor. Visitors of the same network share a task; another network has its own turn, in which `work` finds the pages
     * rendered meanwhile.
     * @throws unavailable when the task takes too long
     */
    urgent: async ({ client }: Visitor, { name, file }: Pick<Task, 'name' | 'file'>, work: Work): Promise<void> => {
      const id = `${client} ${name}`
      // The task continues when its visitors have left, for their next request.
      const task = { client, name, file, isGone: () => false }
      const error = () => unavailable(BUSY, { retryAfterSeconds: RETRY_AFTER_SECONDS })
      await withTimeout(asked.get(id) ?? ask(id, task, work), requestWaitMs, { error })
    },

    /**
     * Runs work in the background. Resolves with undefined when the work was interrupted. The signal aborts when the app stops, or when a
     * visitor requests a page. `isShare` is true in a turn among visitors, when the work should be short and only a stop of the app aborts
     * the signal.
     */
    background: async <Result>(file: string, work: BackgroundWork<Result>, stopped: AbortSignal): Promise<Result | undefined> => {
      const dueInMs = () => completedAt + shareEveryMs - performance.now()
      while (asked.size > 0 && dueInMs() > 0 && !stopped.aborted) await untilIdle(dueInMs())
      if (stopped.aborted) return undefined
      const complete = (result: Result) => {
        completedAt = performance.now()
        wasInterrupted = false
        return result
      }
      const unless = (isInterrupted: () => boolean) => (error: unknown) => {
        if (!isInterrupted()) throw error
        wasInterrupted = true
        return undefined
      }
      if (asked.size > 0 || (wasInterrupted && dueInMs() <= 0)) {
        const task = { client: BACKGROUND, name: `${BACKGROUND} ${file}`, file, isGone: () => stopped.aborted }
        let began = false
        const turn = inTurn(task, () => {
          began = true
          return work(stopped, { isShare: true })
        })
        // A full queue refuses the turn; the next turn is then due as late as after a completed one.
        return turn
          .finally(() => (completedAt = performance.now()))
          .then(
            complete,
            unless(() => stopped.aborted || !began),
          )
      }
      interruption = new AbortController()
      const signal = AbortSignal.any([stopped, interruption.signal])
      return work(signal, { isShare: false }).then(
        complete,
        unless(() => signal.aborted),
      )
    },
  }
}
