import { createFairQueue, type Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { unavailable } from '#server/platform/problems.ts'

/** Time limit for a waiting request. Its task stays in the queue for longer, so that the visitor's next request finds the page. */
const REQUEST_WAIT_MS = 10_000
const TASK_WAIT_MS = 120_000
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 3
/** Time without a completed background batch, in ms, after which background work gets a turn among visitors. */
const SHARE_EVERY_MS = 5000
const BACKGROUND = 'background'
const BUSY = 'This page is still being rendered'

/** Render task for a page. Tasks with identical names have identical results. */
type Task = Visitor & { name: string; file: string }
type Work = () => Promise<void>
type BackgroundWork<Result> = (signal: AbortSignal, options: { isShare: boolean }) => Promise<Result>

export type RenderQueue = ReturnType<typeof createRenderQueue>

/**
 * Creates a queue that renders pages for visitors, in turns by network and by file, and in the background when no visitor waits. The first
 * visitor interrupts background work. After a long interruption, background work gets a turn like a network.
 * @param width number of concurrent tasks
 * @param isCostly returns whether a page of the file has exceeded its limits; pages of such files are rendered one at a time
 */
export function createRenderQueue(options: {
  width: number
  isCostly: (file: string) => boolean
  requestWaitMs?: number
  shareEveryMs?: number
}) {
  const { width, isCostly, requestWaitMs = REQUEST_WAIT_MS, shareEveryMs = SHARE_EVERY_MS } = options
  const inTurn = createFairQueue<Task>({ width, maxWaiting: MAX_WAITING, maxWaitMs: TASK_WAIT_MS, busy: BUSY, rank })
  /** Queued and running tasks, by network and name */
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
    // Rejections are handled here, since possibly no request is waiting for the outcome anymore.
    outcome.catch(() => undefined)
    asked.set(id, outcome)
    return outcome
  }

  function untilIdle(ms: number) {
    return withTimeout(new Promise<void>((resolve) => resume.push(resolve)), ms, { fallback: undefined })
  }

  return {
    /**
     * Runs a render task for a visitor. Visitors of one network share a task. Another network has a separate turn, in which `work` finds
     * the pages already rendered.
     * @throws unavailable when the task takes too long
     */
    urgent: async ({ client }: Visitor, { name, file }: Pick<Task, 'name' | 'file'>, work: Work): Promise<void> => {
      const id = `${client} ${name}`
      // The task continues after its visitors have disconnected, for their next request.
      const task = { client, name, file, isGone: () => false }
      const error = () => unavailable(BUSY, { retryAfterSeconds: RETRY_AFTER_SECONDS })
      await withTimeout(asked.get(id) ?? ask(id, task, work), requestWaitMs, { error })
    },

    /**
     * Runs work in the background. Resolves with undefined if the work was interrupted. The signal aborts when the server stops, or when a
     * visitor requests a page. `isShare` is true in a turn among visitors, when the work should be short and the signal aborts only when
     * the server stops.
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
        // If the queue is full, it refuses the turn of background work. The next turn is then due after the usual interval.
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
