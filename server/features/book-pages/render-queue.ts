import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#server/platform/problems.ts'
import { createFairQueue, type Visitor } from '#server/platform/queues/fair-queue.ts'

/** How long a request waits. Its task keeps its turn for longer, so that the next try of the visitor finds the page. */
const REQUEST_WAIT_MS = 10_000
const TASK_WAIT_MS = 120_000
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 3
/** The background gets a turn beside visitors when none of its batches was completed for so long. */
const SHARE_EVERY_MS = 5000
const BACKGROUND = 'background'
const BUSY = 'This page is still being made'

/** A task for a page. Two tasks of the same name have the same result. */
type Task = Visitor & { name: string; file: string }
type Work = () => Promise<void>
type BackgroundWork<Result> = (signal: AbortSignal, options: { isShare: boolean }) => Promise<Result>

export type RenderQueue = ReturnType<typeof createRenderQueue>

/**
 * Renders pages for visitors, in turns by network and by file, and in the background when no visitor waits. Work in the background is
 * interrupted by the first visitor, and gets a turn like one more network when it was interrupted for long.
 * @param width how many tasks run at a time
 * @param isCostly whether a page of the file has exceeded its limits; pages of such a file are rendered one at a time
 */
export function createRenderQueue({
  width,
  isCostly,
  requestWaitMs = REQUEST_WAIT_MS,
  shareEveryMs = SHARE_EVERY_MS,
}: {
  width: number
  isCostly: (file: string) => boolean
  requestWaitMs?: number
  shareEveryMs?: number
}) {
  const inTurn = createFairQueue<Task>({ width, maxWaiting: MAX_WAITING, maxWaitMs: TASK_WAIT_MS, busy: BUSY, rank })
  /** Tasks that wait or run, by network and name */
  const asked = new Map<string, Promise<void>>()
  let interruption = new AbortController()
  let wasInterrupted = false
  let completedAt = performance.now()
  let resume: (() => void)[] = []

  /** Other files go first, so that no file holds every process; its own pages come one after the other when they are costly. */
  function rank({ name, file }: Task, running: Task[], last: Task | undefined): number | undefined {
    if (running.some((other) => other.name === name)) return undefined
    const sameFile = running.filter((other) => other.file === file).length
    if (sameFile > 0 && isCostly(file)) return undefined
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
    // The visitors may have left.
    outcome.catch(() => undefined)
    asked.set(id, outcome)
    return outcome
  }

  async function untilIdle(ms: number) {
    const waiting = new AbortController()
    const { signal } = waiting
    await Promise.race([new Promise<void>((resolve) => resume.push(resolve)), delay(ms, undefined, { signal }).catch(() => undefined)])
    waiting.abort()
  }

  return {
    /**
     * Visitors of the same network share a task; those of another one have their own turn, in which `work` finds what was rendered
     * meanwhile. @throws unavailable when it takes too long
     */
    urgent: async ({ client }: Visitor, { name, file }: Pick<Task, 'name' | 'file'>, work: Work): Promise<void> => {
      const id = `${client} ${name}`
      // Goes on without them, for their next request.
      const task = { client, name, file, isGone: () => false }
      await within(requestWaitMs, asked.get(id) ?? ask(id, task, work))
    },

    /**
     * Resolves with undefined when the work was interrupted. Its signal is the one of the app, or aborts when a visitor asks for a page.
     * `isShare` is true in a turn among visitors, when the work should be short.
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
        // Refused when the queue is full; the next turn is as far away as after a completed one.
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

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const late = delay(milliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw unavailable(BUSY, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  })
  late.catch(() => undefined)
  await Promise.race([work, late]).finally(() => waiting.abort())
}
