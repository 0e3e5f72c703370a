import type { ChildProcess } from 'node:child_process'
import { InspectorLostError } from './inspection-errors.ts'
import type { InspectionResult, InspectionTask } from './sandbox-message.ts'
import { type InspectionLimits, readProcessUsage, runTask, startInspector } from './sandbox-process.ts'

type PictureTask = Extract<InspectionTask, { kind: 'image' }>
type PictureInspector = { child: ChildProcess; pictures: number }

const IDLE_MS = 10_000
const MAX_PICTURES = 50
/** Share of the memory limit above which a process is not reused, since the next image may need the memory. */
const IDLE_MEMORY_SHARE = 1 / 2

/**
 * Pool of sandbox processes that open one image at a time. After a valid image a process stays alive for a while, since starting a process
 * takes longer than most images; after any other result the process is killed.
 */
export function createPictureInspectors({ start = startInspector, idleMs = IDLE_MS, maxPictures = MAX_PICTURES } = {}) {
  const idle = new Map<PictureInspector, () => void>()

  async function inspect(task: PictureTask, limits: InspectionLimits): Promise<InspectionResult> {
    const inspector = takeIdle()
    if (!inspector) return inspectFresh(task, limits)
    return work(inspector, task, limits).catch((error) => {
      // An earlier image may be the cause, so the task is retried in a fresh process.
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
      const result = await runTask(inspector.child, task, limits)
      inspector.pictures += 1
      const usage = await readProcessUsage(inspector.child.pid)
      reusable = inspector.pictures < maxPictures && (usage?.residentBytes ?? 0) <= limits.residentBytes * IDLE_MEMORY_SHARE
      return result
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
    // An idle process must not send anything.
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

  function endIdle({ except }: { except: number }) {
    while (idle.size > except) takeIdle()?.child.kill('SIGKILL')
  }

  return { inspect, endIdle }
}
