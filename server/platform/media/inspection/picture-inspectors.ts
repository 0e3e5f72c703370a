import type { ChildProcess } from 'node:child_process'
import type { InspectionResult, InspectionTask } from './inspect.child.ts'
import { InspectorLostError } from './inspection-errors.ts'
import { type InspectionLimits, runTask, startInspector } from './inspection-process.ts'
import { readProcessUsage } from './process-usage.ts'

type PictureTask = Extract<InspectionTask, { kind: 'image' }>
type PictureInspector = { child: ChildProcess; pictures: number }

const IDLE_MS = 10_000
const MOST_PICTURES = 50
/** Of the memory that one may take: what it holds on to may be missing for the next picture. */
const IDLE_MEMORY_SHARE = 1 / 2

/**
 * Processes that open pictures, each one picture at a time. One whose picture went well is kept a while for the next, since to start
 * one takes longer than many a picture; after anything else it is ended.
 */
export function createPictureInspectors({ start = startInspector, idleMs = IDLE_MS, mostPictures: maxPictures = MOST_PICTURES } = {}) {
  const idle = new Map<PictureInspector, () => void>()

  async function inspect(task: PictureTask, limits: InspectionLimits): Promise<InspectionResult> {
    const kept = takeIdle()
    if (!kept) return inspectFresh(task, limits)
    return work(kept, task, limits).catch((error) => {
      // What it had before may have to do with it; one that has had nothing else decides.
      if (error instanceof InspectorLostError) return inspectFresh(task, limits)
      throw error
    })
  }

  async function inspectFresh(task: PictureTask, limits: InspectionLimits) {
    return work({ child: await start({ kind: 'image' }), pictures: 0 }, task, limits)
  }

  async function work(inspector: PictureInspector, task: PictureTask, limits: InspectionLimits) {
    let reusable = false
    try {
      const answer = await runTask(inspector.child, task, limits)
      inspector.pictures += 1
      const usage = await readProcessUsage(inspector.child.pid)
      reusable = inspector.pictures < maxPictures && (usage?.residentBytes ?? 0) <= limits.residentBytes * IDLE_MEMORY_SHARE
      return answer
    } finally {
      if (reusable && inspector.child.connected) keep(inspector)
      else inspector.child.kill('SIGKILL')
    }
  }

  function keep(inspector: PictureInspector) {
    const { child } = inspector
    const end = () => {
      release()
      child.kill('SIGKILL')
    }
    const timer = setTimeout(end, idleMs).unref()
    // Nobody asked it anything: it ended, or speaks for somebody else.
    child.once('message', end).once('disconnect', end)
    const release = () => {
      clearTimeout(timer)
      child.off('message', end).off('disconnect', end)
      idle.delete(inspector)
    }
    idle.set(inspector, release)
  }

  function takeIdle(): PictureInspector | undefined {
    const [inspector] = idle.keys()
    if (inspector) idle.get(inspector)?.()
    return inspector
  }

  /** Ends those that wait for a picture, except so many. */
  function endIdle({ except }: { except: number }) {
    while (idle.size > except) takeIdle()?.child.kill('SIGKILL')
  }

  return { inspect, endIdle }
}
