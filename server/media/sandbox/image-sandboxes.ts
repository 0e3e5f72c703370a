import type { ChildProcess } from 'node:child_process'
import { InterruptedTaskError } from '#server/media/file-errors.ts'
import { type ProcessLimits, readProcessUsage } from '#server/media/watch-process.ts'
import type { SandboxResult, SandboxTask } from './sandbox-message.ts'
import { runTask, startSandbox } from './sandbox-process.ts'

type PictureTask = Extract<SandboxTask, { kind: 'image' }>
type ImageSandbox = { child: ChildProcess; pictures: number }

const IDLE_MS = 10_000
const MAX_PICTURES = 50
/** Share of the memory limit above which a process is not reused, since the next image may need the memory. */
const IDLE_MEMORY_SHARE = 1 / 2

/**
 * Pool of sandbox processes that each open one image at a time. After a valid image, a process stays alive for a while, since starting a
 * process takes longer than most images. After any other result, the process is killed.
 */
export function createImageSandboxes({ start = startSandbox, idleMs = IDLE_MS, maxPictures = MAX_PICTURES } = {}) {
  const idle = new Map<ImageSandbox, () => void>()

  async function run(task: PictureTask, limits: ProcessLimits): Promise<SandboxResult> {
    const sandbox = takeIdle()
    if (!sandbox) return runFresh(task, limits)
    return work(sandbox, task, { ...limits, isReused: true }).catch((error) => {
      // The task is retried in a fresh process, since an earlier image may have caused the failure.
      if (error instanceof InterruptedTaskError) return runFresh(task, limits)
      throw error
    })
  }

  async function runFresh(task: PictureTask, limits: ProcessLimits) {
    return work({ child: await start({ kind: 'image' }), pictures: 0 }, task, limits)
  }

  async function work(sandbox: ImageSandbox, task: PictureTask, limits: ProcessLimits) {
    let reusable = false
    try {
      const result = await runTask(sandbox.child, task, limits)
      sandbox.pictures += 1
      const usage = await readProcessUsage(sandbox.child.pid)
      reusable = sandbox.pictures < maxPictures && (usage?.residentBytes ?? 0) <= limits.residentBytes * IDLE_MEMORY_SHARE
      return result
    } finally {
      if (reusable && sandbox.child.connected) keep(sandbox)
      else sandbox.child.kill('SIGKILL')
    }
  }

  function keep(sandbox: ImageSandbox) {
    const { child } = sandbox
    const end = () => {
      release()
      child.kill('SIGKILL')
    }
    const timer = setTimeout(end, idleMs).unref()
    // An idle process that sends a message is killed.
    child.once('message', end).once('disconnect', end)
    const release = () => {
      clearTimeout(timer)
      child.off('message', end).off('disconnect', end)
      idle.delete(sandbox)
    }
    idle.set(sandbox, release)
  }

  function takeIdle(): ImageSandbox | undefined {
    const [sandbox] = idle.keys()
    if (sandbox) idle.get(sandbox)?.()
    return sandbox
  }

  function endIdle({ except }: { except: number }) {
    while (idle.size > except) takeIdle()?.child.kill('SIGKILL')
  }

  return { run, endIdle }
}
